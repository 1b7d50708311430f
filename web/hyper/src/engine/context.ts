// A Context is one attribute of one element in use: what it says, and what has to
// be undone when the attribute or the element goes.
//
// Properties that begin with an underscore, here and elsewhere, get short names in
// the bundle. So they must not be seen from outside of it.

import { actionsKey } from './expression/code';
import { compile } from './expression/compile';
import { idOf } from './dom';
import { recase, type Name } from './name';
import { batch, Computation, dispose, quietly, rerun } from './reactive';
import type { Values } from './store';

/** An Action is what @name(…) calls: a function of the run in which it stands and of the arguments. */
export type Action = (run: Run, ...args: any[]) => unknown;

/** The actions by name. Each registers itself. */
export const actions: Record<string, Action> = {};

/** Variables that an expression can have beside el. */
export interface Variables {
	readonly evt?: Event;
	readonly patch?: Values;
}

/** A Run is one evaluation of an expression. */
export interface Run extends Variables {
	readonly _context: Context;
	readonly el: Element;
}

export interface Context extends Name {
	readonly el: Element;
	/** The attribute's name as it is written. */
	readonly _attribute: string;
	readonly value: string;
	/** False when the context has ended. */
	live: boolean;
	/** What is called when the context ends. */
	readonly _undo: Set<() => void>;
	/** The running requests: what ends each, and the run that has started it. */
	readonly _requests: Map<() => void, Run>;
	/** The effects that show signals in the element. */
	readonly _mirrors: Computation[];
}

/** Returns the tags of a modifier, or undefined without it. */
export const tagsOf = ({ _modifiers: modifiers }: Context, modifier: string): string[] | undefined => modifiers.find(([name]) => name == modifier)?.slice(1);

/** Returns the key, by default as it is written. */
export const keyOf = (context: Context, style?: string): string => recase(context.key, tagsOf(context, 'case')?.[0] ?? style);

/** Returns the path of the signal that the key or else the value names. */
export const pathOf = (context: Context): string => keyOf(context, 'camel') || context.value.trim().replace(/^\$/, '');

/** Evaluates the value. More variables than el can be given. It throws what the expression throws. */
export const evaluate = (context: Context, variables?: Variables): any => {
	const { el, value } = context;
	const run: Run = { _context: context, el, ...variables };
	const scope: Values = {
		__proto__: null,
		...variables,
		el,
		[actionsKey]: (name: string) => {
			if (!Object.hasOwn(actions, name)) {
				throw Error(`@${name} is not an action`);
			}
			return (...args: unknown[]) => actions[name]!(run, ...args);
		},
	};
	return compile(value)(scope);
};

/** Evaluates the value for what it does, as one batch, and reports its errors. */
export const perform = (context: Context, variables?: Variables): unknown => guard(context, () => quietly(() => evaluate(context, variables)));

/** Does the work and reports its errors. */
export const guard = <T>(context: Context, work: () => T): T | void => {
	try {
		return work();
	} catch (error) {
		fail(context, error);
	}
};

/** Reports an error with the element, the attribute and the expression. Nothing else stops. */
export const fail = ({ el, _attribute: attribute, value }: Context, error: any): void => {
	const id = idOf(el);
	const message = `<${el.localName}${id && '#' + id}> ${attribute}="${value}": ${error?.message ?? error}`;
	reportError(Object.assign(new Error(message, { cause: error }), { el }));
};

/** Runs the body now and on every change of what it reads, until the context ends. */
export const react = (context: Context, body: () => unknown): Computation => {
	const computation = new Computation(() => guard(context, body));
	rerun(computation);
	context._undo.add(() => dispose(computation));
	return computation;
};

/** Is like react, for a body that shows signals in the element: it also runs when a patch has overwritten that. */
export const mirror = (context: Context, body: () => unknown): unknown => context._mirrors.push(react(context, body));

/** Runs the mirrors again. */
export const refresh = ({ _mirrors: mirrors }: Context): void => mirrors.forEach(rerun);

/** Listens until the context ends. */
export const listen = ({ _undo: undo }: Context, target: EventTarget, event: string, listener: (evt: any) => void, options?: AddEventListenerOptions): void => {
	target.addEventListener(event, listener, options);
	undo.add(() => target.removeEventListener(event, listener, options));
};

/** Undoes everything, effects first. */
export const end = (context: Context): void => {
	context.live = false;
	batch(() => context._undo.forEach((undo) => guard(context, undo)));
};
