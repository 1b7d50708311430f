// One request as the server sees it: where it goes and what it carries.
//
// Signals go into the query of GET and DELETE and into the body of POST, PUT and
// PATCH, because what people type does not belong in addresses, which proxies log.
// signals: 'query' puts them into the query always.

import type { Run } from './context';
import { formContents, type FormContents } from './form';
import { meta } from './meta';
import { local, snapshot, type Filter } from './store';

/** What @get and its siblings take. */
export interface RequestOptions {
	contentType?: 'json' | 'form';
	/** Which signals are sent; those with an underscore never are. */
	filterSignals?: Filter;
	/** The form to send, for contentType: 'form'. */
	selector?: string;
	headers?: Record<string, string>;
	/** What to send instead of the signals. */
	payload?: unknown;
	/** Where signals go; the default depends on the method. */
	signals?: 'query' | 'body';
	/** Whether a stream goes on while the page is hidden. */
	openWhenHidden?: boolean;
	/** Whether text/html of a response with an error status is applied. */
	patchErrors?: boolean;
	requestCancellation?: 'auto' | 'cleanup' | 'disabled' | AbortController;
	retry?: 'auto' | 'error' | 'always' | 'never';
	retryInterval?: number;
	retryScaler?: number;
	retryMaxWait?: number;
	retryMaxCount?: number;
}

/** Returns what makes the request anew for each attempt, with the signals of that moment, or undefined if the form is not valid. */
export const prepare = (run: Run, method: string, url: string, options: RequestOptions): ((lastEventId: string) => Request) | undefined => {
	let form: FormContents | undefined;
	if (options.contentType == 'form' && !(form = formContents(run, options.selector))) {
		return;
	}
	return (lastEventId) => {
		const target = new URL(url, document.baseURI);
		const headers: Record<string, string> = {
			'hyper-request': 'true',
			accept: 'text/event-stream, text/html, application/json',
			// A token that belongs to this origin must not leave it.
			...(target.origin == location.origin && JSON.parse(meta('headers') ?? '{}')),
			...options.headers,
			// Headers are bytes, and those of an id are UTF-8.
			...(lastEventId && { 'last-event-id': unescape(encodeURIComponent(lastEventId)) }),
		};
		const inQuery = /GET|DELETE/.test(method);
		const body = form ? formBody(form, target, inQuery) : signalsBody(options, target, inQuery, headers);
		return new Request(target, { method, headers, body });
	};
};

const formBody = ([fields, multipart]: FormContents, { searchParams }: URL, inQuery: boolean): BodyInit | null => {
	if (multipart && !inQuery) {
		return fields;
	}
	const pairs = inQuery ? searchParams : new URLSearchParams();
	fields.forEach((value, name) => pairs.append(name, (value as File).name ?? value));
	return inQuery ? null : pairs;
};

const signalsBody = (options: RequestOptions, { searchParams }: URL, inQuery: boolean, headers: Record<string, string>): string | null => {
	const json = JSON.stringify(options.payload ?? snapshot({ exclude: local }, snapshot(options.filterSignals)));
	const where = options.signals ?? meta('signals');
	if (where ? where == 'query' : inQuery) {
		searchParams.set('hyper', json);
		return null;
	}
	headers['content-type'] ??= 'application/json';
	return json;
};
