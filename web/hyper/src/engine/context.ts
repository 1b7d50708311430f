// A Context is one attribute of one element in use: what it says, and what has to
// be undone when the attribute or the element goes.

import { compile } from './expression/compile';
import { actionsKey } from './expression/code';
import { recase, type Name } from './name';
import { batch, dispose, effect, rerun, untracked, type Computation } from './reactive';
import type { Values } from './store';

/** An Action is what @name(…) calls: a function of the run in which it stands and of the arguments. */
export type Action = (run: Run, ...args: any[]) => unknown;

/** A Run is one evaluation of an expression. */
export interface Run {
	readonly context: Context;
	readonly el: Element;
	readonly evt?: Event;
}

/** The actions by name, filled by main.ts. */
export const actions: Record<string, Action> = Object.create(null);

export class Context {
	/** False when the context has ended. */
	live = true;
	/** What is called when the context ends. */
	readonly undo = new Set<() => void>();
	/** The running requests: what ends each, and the run that has started it. */
	readonly requests = new Map<() => void, Run>();
	private mirrors: Computation[] = [];

	constructor(
		readonly el: Element,
		/** The attribute's name as it is written. */
		readonly attribute: string,
		readonly value: string,
		readonly parts: Name,
	) {}

	/** Returns the tags of a modifier, or undefined without it. */
	tags(modifier: string): string[] | undefined {
		return this.parts.modifiers.get(modifier);
	}

	/** Returns the key, by default as it is written. */
	key(style?: string): string {
		return recase(this.parts.key, this.tags('case')?.[0] ?? style);
	}

	/** Returns the path of the signal that the key or else the value names. */
	path(): string {
		return this.key('camel') || this.value.trim().replace(/^\$/, '');
	}

	/** Evaluates the value. More variables than el can be given. It throws what the expression throws. */
	evaluate(variables?: { evt?: Event; patch?: Values }): any {
		const run = { context: this, el: this.el, ...variables };
		const scope: Values = Object.assign(Object.create(null), variables, {
			el: this.el,
			[actionsKey]: (name: string) => {
				const action = actions[name];
				if (!action) {
					throw new ReferenceError(`@${name} is not an action`);
				}
				return action.bind(undefined, run);
			},
		});
		return compile(this.value)(scope);
	}

	/** Evaluates the value for what it does, as one batch, and reports its errors. */
	perform(variables?: { evt?: Event; patch?: Values }): unknown {
		return this.guard(() => batch(() => untracked(() => this.evaluate(variables))));
	}

	/** Does the work and reports its errors. */
	guard<T>(work: () => T): T | undefined {
		try {
			return work();
		} catch (error) {
			this.fail(error);
		}
		return undefined;
	}

	/** Reports an error with the element, the attribute and the expression. Nothing else stops. */
	fail(error: unknown): void {
		const { el, attribute, value } = this;
		const id = el.getAttribute('id');
		const message = `<${el.localName}${id ? '#' + id : ''}> ${attribute}="${value}": ${error instanceof Error ? error.message : error}`;
		reportError(Object.assign(new Error(message, { cause: error }), { el }));
	}

	/** Runs the body now and on every change of what it reads, until the context ends. */
	effect(body: () => unknown): Computation {
		const computation = effect(() => this.guard(body));
		this.cleanup(() => dispose(computation));
		return computation;
	}

	/** Is like effect, for a body that shows signals in the element: it also runs when a patch has overwritten that. */
	mirror(body: () => unknown): void {
		this.mirrors.push(this.effect(body));
	}

	/** Runs the mirrors again. */
	refresh(): void {
		this.mirrors.forEach(rerun);
	}

	/** Has the function called when the context ends. */
	cleanup(undo: () => void): void {
		this.undo.add(undo);
	}

	/** Listens until the context ends. */
	listen(target: EventTarget, event: string, listener: (evt: any) => void, options?: AddEventListenerOptions): void {
		target.addEventListener(event, listener, options);
		this.cleanup(() => target.removeEventListener(event, listener, options));
	}

	/** Undoes everything, effects first. */
	end(): void {
		this.live = false;
		this.mirrors = [];
		batch(() => this.undo.forEach((undo) => this.guard(undo)));
	}
}
