// View transitions, where the browser has them. A patch inside of one is applied
// later, when the browser has drawn the old state, so those who need the order
// wait for the promise.

interface Transition {
	ready: Promise<void>;
	finished: Promise<void>;
	updateCallbackDone: Promise<void>;
}

interface CanTransition {
	startViewTransition?: (update: () => void) => Transition;
}

/** Does the work in a view transition of the scope, which is the document or an element. */
export const transition = async (work: () => void, scope?: Element | null): Promise<void> => {
	const own = scope as CanTransition | null | undefined;
	const root: CanTransition = own?.startViewTransition ? own : document;
	const started = root.startViewTransition?.(work);
	if (!started) {
		return work();
	}
	// A transition that the next one or a hidden page skips is not an error.
	started.ready.catch(() => {});
	started.finished.catch(() => {});
	await started.updateCallbackDone;
};
