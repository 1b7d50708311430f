// Expressions without eval. A Content-Security-Policy without 'unsafe-eval' forbids
// eval and Function, so expressions are parsed here and turned into closures:
//
//	$count + 1   ⇒   (scope) => plus(signals.count, () => 1)
//
// The language is the part of JavaScript that people write in attributes, with
// two additions: `$name` is a signal and `@name(…)` calls an action. It has
// statements (let, const, if, return, expressions), all operators, optional
// chains, templates, regular expressions, spreads, arrow functions, and patterns
// in parameters and declarations. It has no await, function, class, loops, try or
// throw; docs/decisions/004-hyper-expressions.md says why.

import { Return, type Code, type Scope } from './code';
import { open } from './scanner';
import { statements } from './statement';

const maxCached = 1000;
const cache = new Map<string, Code>();

/** Compiles statements. The code returns what they return, or the value of the last one. It is cached. */
export const compile = (source: string): ((scope: Scope) => unknown) => {
	let code = cache.get(source);
	if (!code) {
		// Servers can write ids and numbers into expressions, so the cache must not only grow.
		if (cache.size >= maxCached) {
			cache.clear();
		}
		cache.set(source, (code = parse(source, false)));
	}
	return code;
};

/** Reads a literal of records, arrays, texts, numbers, true, false and null, with bare keys and either quote. */
export const literal = (source: string): unknown => parse(source, true)({});

const parse = (source: string, plain: boolean): Code => {
	open(source, plain);
	const body = statements('');
	return (scope) => {
		const value: unknown = body(scope);
		return value instanceof Return ? value.value : value;
	};
};
