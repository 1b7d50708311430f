// Patterns bind values to names: a name, [a, , ...rest] or {a, b: c, ...rest}, in
// declarations and parameters, where each part may have a default.

import type { Scope } from './code';
import { expression } from './operation';
import { comma } from './operators';
import { back, list, at, name, sees, take } from './scanner';

/** A Binder puts the parts of a value into a scope. */
export type Binder = (scope: Scope, value: any) => void;

/** Parses a pattern. What follows an equals sign is its default, except at the top of a declaration. */
export const pattern = (defaults = true): Binder => {
	const bind = take('[') ? listPattern(']') : take('{') ? recordPattern() : namePattern();
	if (!defaults || sees('=>') || !take('=')) {
		return bind;
	}
	const standard = expression(comma);
	return (scope, value) => bind(scope, value === undefined ? standard(scope) : value);
};

const namePattern = (): Binder => {
	const variable = name();
	return (scope, value) => {
		// An own property, also if a scope further out has one of this name.
		scope[variable] = value;
	};
};

/** Parses the inside of a list pattern, which may be that of the parameters of a function. */
export const listPattern = (end: string): Binder => {
	const binders: Binder[] = [];
	list(end, () => {
		const rest = take('...');
		const i = binders.length;
		const bind: Binder = sees(',') ? () => {} : pattern();
		binders.push((scope, values) => bind(scope, rest ? values.slice(i) : values[i]));
	});
	return (scope, value) => {
		const values = [...value];
		binders.forEach((bind) => bind(scope, values));
	};
};

const recordPattern = (): Binder => {
	const binders: Binder[] = [];
	const keys: string[] = [];
	list('}', () => {
		if (take('...')) {
			const bind = pattern();
			binders.push((scope, value) => {
				const rest = { ...value };
				keys.forEach((key) => delete rest[key]);
				bind(scope, rest);
			});
			return;
		}
		const start = at;
		const key = name();
		keys.push(key);
		// Without a colon the key is the pattern too, with its default if it has one.
		take(':') || back(start);
		const bind = pattern();
		binders.push((scope, value) => bind(scope, value[key]));
	});
	return (scope, value) => binders.forEach((bind) => bind(scope, value));
};
