// What attr, class and style have in common: a name in the key, or names and
// values in a record, and a state from before to which each name returns when it
// is no longer mentioned or the attribute goes.

import { evaluate, keyOf, mirror, type Context } from './context';
import type { Values } from './store';

/** Sets what the context's key or record names, again whenever it changes. */
export const named = <T>(context: Context, get: (name: string) => T, set: (name: string, value: unknown, before: T) => void): void => {
	const before = new Map<string, T>();
	const key = keyOf(context);
	const restore = (value: T, name: string): void => {
		set(name, value, value);
		before.delete(name);
	};
	mirror(context, () => {
		const value: unknown = evaluate(context);
		const values = key ? { [key]: value } : ((value ?? {}) as Values);
		before.forEach((old, name) => name in values || restore(old, name));
		for (const name of Object.keys(values)) {
			if (!before.has(name)) {
				before.set(name, get(name));
			}
			set(name, values[name], before.get(name)!);
		}
	});
	context._undo.add(() => before.forEach(restore));
};
