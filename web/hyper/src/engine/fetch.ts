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
import { fail, guard, type Run } from './context';
import { fire } from './dom';
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
	const { _context: context, el } = run;
	const attempt = guard(context, () => prepare(run, method, url, options));
	if (!attempt) {
		return;
	}
	const [signal, land] = takeOff(run, options.requestCancellation);
	const exchange: Exchange = {
		_context: context,
		options,
		_interval: options.retryInterval ?? 1000,
		_lastEventId: '',
		_streamed: false,
		_emit: (type, more) => fire('fetch', { type, el, ...more }),
	};
	exchange._emit('started');
	try {
		await repeat(exchange, method, signal, attempt);
	} catch (error) {
		// Aborting is how requests are told to end.
		if (!signal.aborted) {
			fail(context, error);
		}
	} finally {
		land();
		exchange._emit('finished');
	}
};

// A new request ends those that an earlier run of the same attribute has started.
// Several in one run are meant, and go on side by side.
const takeOff = (run: Run, cancellation: RequestOptions['requestCancellation'] = 'auto'): [AbortSignal, () => void] => {
	const { _requests: requests, _undo: undo } = run._context;
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
		controller.signal,
		() => {
			requests.delete(abort);
			undo.delete(abort);
		},
	];
};

const repeat = async (exchange: Exchange, method: string, signal: AbortSignal, attempt: (lastEventId: string) => Request): Promise<void> => {
	const { retry = 'auto', retryScaler = 2, retryMaxWait = 30000, retryMaxCount = 10, openWhenHidden = method != 'GET' } = exchange.options;
	const { _emit: emit } = exchange;
	const resting = (): boolean => exchange._streamed && document.hidden && !openWhenHidden;
	for (let failures = 0; ; ) {
		while (resting()) {
			await pause(signal, (done) => document.addEventListener('visibilitychange', done, { once: true }));
		}
		const outcome = await once(exchange, signal, attempt(exchange._lastEventId), resting);
		if (outcome == Outcome.Paused) {
			continue;
		}
		const failed = outcome >= Outcome.Refused;
		const safe = outcome == Outcome.Broken && (/GET|PUT|DELETE/.test(method) || exchange._lastEventId);
		if (!{ auto: safe, error: failed, always: outcome != Outcome.Final, never: 0 }[retry]) {
			return;
		}
		failures = failed ? failures + 1 : 0;
		if (failures > retryMaxCount) {
			return emit('retries-failed');
		}
		const wait = Math.min(exchange._interval * retryScaler ** Math.max(failures - 1, 0), retryMaxWait) * (0.5 + Math.random());
		emit('retrying', { wait });
		await pause(signal, (done) => setTimeout(done, wait));
	}
};

const once = async (exchange: Exchange, signal: AbortSignal, request: Request, resting: () => boolean): Promise<Outcome> => {
	const rest = new AbortController();
	const look = (): false | void => resting() && rest.abort();
	document.addEventListener('visibilitychange', look, rest);
	try {
		const response = await fetch(request, { signal: AbortSignal.any([signal, rest.signal]) });
		const { ok, status } = response;
		await receive(exchange, response, look);
		return ok ? (status == 204 ? Outcome.Final : Outcome.End) : exchange._streamed && status > 501 && status < 505 ? Outcome.Broken : Outcome.Refused;
	} catch (error) {
		if (signal.aborted) {
			throw error;
		}
		if (rest.signal.aborted) {
			return Outcome.Paused;
		}
		exchange._emit('error', { error });
		return Outcome.Broken;
	} finally {
		rest.abort();
	}
};

const pause = (signal: AbortSignal, begin: (done: () => void) => void): Promise<void> =>
	new Promise((resolve, reject) => {
		signal.addEventListener('abort', reject);
		begin(resolve);
	});
