// What becomes of a response: its type decides.
//
//   text/event-stream  events, one patch each
//   text/html          an elements patch
//   application/json   a signals patch
//   text/javascript    is run
//
// Arguments of a single patch are headers: hyper-selector, hyper-mode and so on.

import { fail, type Context } from './context';
import { readEvents, type Arguments } from './events';
import { recase } from './name';
import { patchElements, patchSignals, runScript } from './patch';
import type { RequestOptions } from './request';

/** An Exchange is a request with all its attempts and answers. */
export interface Exchange {
	readonly _context: Context;
	readonly options: RequestOptions;
	/** The time to wait before the next attempt; streams can change it. */
	_interval: number;
	_lastEventId: string;
	/** Whether an answer has been a stream. */
	_streamed: boolean;
	/** Fires a hyper-fetch event. */
	_emit: (type: string, more?: object) => void;
}

const patches: Record<string, (args: Arguments) => Promise<void> | void> = {
	elements: patchElements,
	signals: patchSignals,
	script: runScript,
};

/**
 * Applies a response. For a stream it calls opened first, and returns when the
 * stream ends. An error status is reported with the body, which is applied only if
 * the request asks for it.
 */
export const receive = async (exchange: Exchange, response: Response, opened: () => unknown): Promise<void> => {
	const { ok, status, headers } = response;
	const [, type = ''] = headers.get('content-type')?.split(/[/;\s]/) ?? [];
	if (ok && type == 'event-stream') {
		exchange._streamed = true;
		opened();
		return readEvents(response.body!, async ({ event, data, id, retry }) => {
			await apply(exchange, event?.split('hyper-patch-')[1], data);
			// An event counts as received when it has been applied.
			exchange._lastEventId = id ?? exchange._lastEventId;
			exchange._interval = +retry! || exchange._interval;
		});
	}
	const body = await response.text();
	const kind = { html: 'elements', json: 'signals', javascript: 'script' }[type] ?? '';
	const args: Arguments = { [kind]: body };
	headers.forEach((value, name) => (args[recase(name.replace('hyper-', ''), 'camel')] = value));
	if (!ok) {
		exchange._emit('error', { status, body });
	}
	if (ok || (exchange.options.patchErrors && type == 'html')) {
		await apply(exchange, kind, args);
	}
};

// A patch that cannot be applied is reported and does not stop the others.
const apply = async ({ _context: context, _emit: emit }: Exchange, kind = '', args: Arguments): Promise<void> => {
	const patch = patches[kind];
	if (patch) {
		try {
			await patch(args);
			emit('hyper-patch-' + kind, { args });
		} catch (error) {
			fail(context, error);
			emit('error', { error });
		}
	}
};
