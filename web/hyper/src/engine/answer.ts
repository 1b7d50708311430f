// What becomes of a response: its type decides.
//
//   text/event-stream  events, one patch each
//   text/html          an elements patch
//   application/json   a signals patch
//   text/javascript    is run
//
// Arguments of a single patch are headers: hyper-selector, hyper-mode and so on.

import type { Context } from './context';
import { readEvents, type Arguments } from './events';
import { recase } from './name';
import { patchElements, patchSignals, runScript } from './patch';
import type { RequestOptions } from './request';

/** An Exchange is a request with all its attempts and answers. */
export interface Exchange {
	readonly context: Context;
	readonly options: RequestOptions;
	/** The time to wait before the next attempt; streams can change it. */
	interval: number;
	lastEventId: string;
	/** Whether an answer has been a stream. */
	streamed: boolean;
	/** Fires a hyper-fetch event. */
	emit: (type: string, more?: object) => void;
}

const patches: Record<string, (args: Arguments) => Promise<void> | void> = {
	'hyper-patch-elements': patchElements,
	'hyper-patch-signals': patchSignals,
	'hyper-run-script': runScript,
};

const kinds: Record<string, string> = {
	'text/html': 'hyper-patch-elements',
	'application/json': 'hyper-patch-signals',
	'text/javascript': 'hyper-run-script',
};

/**
 * Applies a response. For a stream it calls opened first, and returns when the
 * stream ends. An error status is reported with the body, which is applied only if
 * the request asks for it.
 */
export const receive = async (exchange: Exchange, response: Response, opened: () => void): Promise<void> => {
	const { ok, status, headers } = response;
	const type = (headers.get('content-type') ?? '').split(';')[0]!;
	if (ok && type == 'text/event-stream') {
		exchange.streamed = true;
		opened();
		for await (const { event, args, id, retry } of readEvents(response.body!)) {
			await apply(exchange, event, args);
			// An event counts as received when it has been applied.
			exchange.lastEventId = id ?? exchange.lastEventId;
			exchange.interval = Number(retry) || exchange.interval;
		}
		return;
	}
	const body = await response.text();
	const args: Arguments = { elements: body, signals: body, script: body };
	headers.forEach((value, name) => (args[recase(name.replace(/^hyper-/, ''), 'camel')] = value));
	if (!ok) {
		exchange.emit('error', { status, body });
	}
	if (ok || (exchange.options.patchErrors && type == 'text/html')) {
		await apply(exchange, kinds[type], args);
	}
};

// A patch that cannot be applied is reported and does not stop the others.
const apply = async ({ context, emit }: Exchange, type = '', args: Arguments): Promise<void> => {
	const patch = patches[type];
	if (patch) {
		try {
			await patch(args);
			emit(type, { args });
		} catch (error) {
			context.fail(error);
			emit('error', { error });
		}
	}
};
