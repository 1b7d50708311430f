// What expressions are compiled to: closures over a scope.
//
// A scope is a record whose prototype is the scope around it. Code that can be
// assigned to, called as a method or deleted also has a place, which finds the
// object and the key instead of the value.

import type { Values } from '../store';

/** The variables of an expression. */
export type Scope = Values;

/** An object and a key. What is there is the user's business, hence any. */
export type Place = [object: any, key: PropertyKey];

/** A compiled expression or statement. */
export type Code = ((scope: Scope) => any) & { _place?: (scope: Scope) => Place };

/** The result of a statement that ends the function around it. */
export class Return {
	constructor(readonly value: unknown) {}
}

/** The scope variable that finds actions. It is no word, so that no expression can name it. */
export const actionsKey = '@';

/** Returns a new scope inside of another. */
export const inside = (scope: Scope): Scope => Object.create(scope) as Scope;

/** Returns where a variable is: in a scope, or else among the globals. */
export const lookUp = (scope: Scope, name: string): Place => {
	for (let owner = scope; owner; owner = Object.getPrototypeOf(owner) as Scope) {
		if (Object.hasOwn(owner, name)) {
			return [owner, name];
		}
	}
	if (name in globalThis) {
		return [globalThis, name];
	}
	throw Error(name + ' is not defined');
};

/** Returns code that reads a place. */
export const located = (place: (scope: Scope) => Place): Code =>
	Object.assign(
		(scope: Scope) => {
			const [object, key] = place(scope);
			return object[key];
		},
		{ _place: place },
	);
