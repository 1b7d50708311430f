// Requests and their retries.
//
// retry says when a request is made again:
//
//   auto    after a network error, and after a 502, 503 or 504 that interrupts an
//           open stream. POST and PATCH are only repeated if the server has sent
//           event ids, because otherwise nobody knows whether the first was done
//   error   after any network error and any error status
//   always  also after a clean end, but not after 204
//   never   not at all
//
// Waits grow by retryScaler up to retryMaxWait and are spread by half to both sides,
// so that the clients of a server that restarts do not all come back at once. An
// answer that gets through starts the count anew. A GET stream rests while the page
// is hidden. Whatever happens, each started event has its finished event.

import { receive, type Exchange } from './answer';
import type { Run } from './context';
import { prepare, type RequestOptions } from './request';

/** How an attempt ended. */
const enum Outcome {
	End,
	/** The server wants no other attempt. */
	Final,
	/** The page was hidden. */
	Paused,
	Refused,
	/** Worth another attempt under retry: auto. */
	Broken,
}

/** Makes a request and applies the answer. The promise is fulfilled when all is over, and never rejected. */
export const send = async (run: Run, method: string, url: string, options: RequestOptions = {}): Promise<void> => {
	const { context, el } = run;
	const attempt = context.guard(() => prepare(run, method, url, options));
	if (!attempt) {
		return;
	}
	const [signal, land] = takeOff(run, options.requestCancellation);
	const exchange: Exchange = {
		context,
		options,
		interval: options.retryInterval ?? 1000,
		lastEventId: '',
		streamed: false,
		emit: (type, more) => document.dispatchEvent(new CustomEvent('hyper-fetch', { detail: { type, el, ...more } })),
	};
	exchange.emit('started');
	try {
		await repeat(exchange, method, signal, attempt);
	} catch (error) {
		// Aborting is how requests are told to end.
		if (!signal.aborted) {
			context.fail(error);
		}
	} finally {
		land();
		exchange.emit('finished');
	}
};

// A new request ends those that an earlier run of the same attribute has started.
// Several in one run are meant, and go on side by side.
const takeOff = (run: Run, cancellation: RequestOptions['requestCancellation'] = 'auto'): [AbortSignal, () => void] => {
	const { requests, undo } = run.context;
	const given = cancellation instanceof AbortController;
	const controller = given ? cancellation : new AbortController();
	const abort = (): void => controller.abort();
	if (!given && cancellation != 'disabled') {
		requests.forEach((other, end) => other == run || end());
		requests.set(abort, run);
	}
	if (cancellation == 'cleanup') {
		undo.add(abort);
	}
	return [
		AbortSignal.any([controller.signal]),
		() => {
			requests.delete(abort);
			undo.delete(abort);
		},
	];
};

const repeat = async (exchange: Exchange, method: string, signal: AbortSignal, attempt: (lastEventId: string) => Request): Promise<void> => {
	const { retry = 'auto', retryScaler = 2, retryMaxWait = 30000, retryMaxCount = 10, openWhenHidden = method != 'GET' } = exchange.options;
	const { emit } = exchange;
	for (let failures = 0; ; ) {
		const outcome = await once(exchange, signal, attempt(exchange.lastEventId), openWhenHidden);
		if (outcome == Outcome.Paused) {
			// It may be visible again by now.
			await pause(signal, (done) => (document.hidden ? document.addEventListener('visibilitychange', done, { once: true }) : done()));
			continue;
		}
		const failed = outcome >= Outcome.Refused;
		const safe = outcome == Outcome.Broken && (/GET|PUT|DELETE/.test(method) || exchange.lastEventId);
		if (!{ auto: safe, error: failed, always: outcome != Outcome.Final, never: 0 }[retry]) {
			return;
		}
		failures = failed ? failures + 1 : 0;
		if (failures > retryMaxCount) {
			return emit('retries-failed');
		}
		const wait = Math.min(exchange.interval * retryScaler ** Math.max(failures - 1, 0), retryMaxWait) * (0.5 + Math.random());
		emit('retrying', { wait });
		await pause(signal, (done) => setTimeout(done, wait));
	}
};

const once = async (exchange: Exchange, signal: AbortSignal, request: Request, openWhenHidden: boolean): Promise<Outcome> => {
	const rest = new AbortController();
	const look = (): void => {
		if (exchange.streamed && document.hidden && !openWhenHidden) {
			rest.abort();
		}
	};
	document.addEventListener('visibilitychange', look);
	try {
		const response = await fetch(request, { signal: AbortSignal.any([signal, rest.signal]) });
		const { ok, status } = response;
		await receive(exchange, response, look);
		return ok ? (status == 204 ? Outcome.Final : Outcome.End) : exchange.streamed && status > 501 && status < 505 ? Outcome.Broken : Outcome.Refused;
	} catch (error) {
		if (signal.aborted) {
			throw error;
		}
		if (rest.signal.aborted) {
			return Outcome.Paused;
		}
		exchange.emit('error', { error });
		return Outcome.Broken;
	} finally {
		document.removeEventListener('visibilitychange', look);
	}
};

// The signal is always one of ours, so its only handler is too.
const pause = (signal: AbortSignal, begin: (done: () => void) => void): Promise<void> =>
	new Promise((resolve, reject) => {
		signal.onabort = reject;
		begin(resolve);
	});
