// The modifiers that say when: delay, debounce, throttle and viewtransition.

import { perform, tagsOf, type Context } from './context';
import { duration } from './name';
import { transition } from './transition';

type Listener = (variables?: any) => unknown;
type After = (then: () => void) => number;

/** Returns a function that performs the context's expression as the modifiers say. */
export const timed = (context: Context): Listener => {
	let listener: Listener = (variables) => perform(context, variables);
	const wrap = (modifier: string, wrapped: (inner: Listener, after: After, tags: string[]) => Listener): void => {
		const tags = tagsOf(context, modifier);
		if (tags) {
			const wait = duration(tags, 0);
			listener = wrapped(listener, (then) => setTimeout(() => context.live && then(), wait), tags);
		}
	};
	wrap('viewtransition', (inner) => (variables) => transition(() => inner(variables)));
	wrap('delay', (inner, after) => (variables) => after(() => inner(variables)));
	wrap('debounce', debounced);
	wrap('throttle', throttled);
	return listener;
};

// Performs when no call has come for a while, or at the first of a series.
const debounced = (inner: Listener, after: After, tags: string[]): Listener => {
	let timer = 0;
	let pending = false;
	return (variables) => {
		if (tags.includes('leading') && !timer) {
			inner(variables);
		} else {
			pending = !tags.includes('notrailing');
		}
		clearTimeout(timer);
		timer = after(() => {
			timer = 0;
			if (pending) {
				pending = false;
				inner(variables);
			}
		});
	};
};

// Performs at most once in a while. Who wants no first call must mean the last.
const throttled = (inner: Listener, after: After, tags: string[]): Listener => {
	const leading = !tags.includes('noleading');
	let closed = false;
	let pending: (() => void) | undefined;
	const close = (): void => {
		closed = true;
		after(() => {
			closed = false;
			pending?.();
		});
	};
	return (variables) => {
		const call = (): void => {
			pending = undefined;
			close();
			inner(variables);
		};
		if (leading && !closed) {
			call();
		} else if (!leading || tags.includes('trailing')) {
			pending = call;
			closed || close();
		}
	};
};
