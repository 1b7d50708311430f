// Operations. The parser climbs precedences (Pratt): parse an operand; then, while
// the next operator binds tighter than the one that waits on the left, let it take
// the operand as its left side. In 1 + 2 * 3 the plus waits while the times takes
// the 2; in 1 * 2 + 3 the times is done before the plus is looked at.

import type { Code } from './code';
import { operand } from './operand';
import { assignment, comma, conditional, operators, power, prefixes, type Operator } from './operators';
import { back, expect, fail, plain, at, match, operator, prefix } from './scanner';

/** Parses an expression of operators that bind tighter than the level. */
export const expression = (level = 0): Code => {
	let left = prefixed();
	for (;;) {
		const start = at;
		const sign = plain ? undefined : match(operator)?.[0];
		const whole = sign && combine(left, sign, level);
		if (!whole) {
			back(start);
			return left;
		}
		left = whole;
	}
};

// Returns nothing if the operator belongs to an expression further out.
const combine = (left: Code, sign: string, level: number): Code | undefined => {
	const known = operators[sign];
	if (known) {
		return known[0] > level ? binary(left, known) : undefined;
	}
	if (sign == ',') {
		return level < comma ? sequence(left) : undefined;
	}
	if (sign == '?') {
		return level < conditional ? ternary(left) : undefined;
	}
	return level < assignment ? assign(left, operators[sign.slice(0, -1)]) : undefined;
};

const binary = (left: Code, [precedence, apply]: Operator): Code => {
	const right = expression(precedence == power ? power - 1 : precedence);
	return (scope) => apply(left(scope), () => right(scope));
};

const sequence = (left: Code): Code => {
	const right = expression(comma);
	return (scope) => (left(scope), right(scope));
};

const ternary = (test: Code): Code => {
	const yes = expression(comma);
	expect(':');
	const no = expression(comma);
	return (scope) => (test(scope) ? yes(scope) : no(scope));
};

const assign = ({ _place: place = fail() }: Code, compound?: Operator): Code => {
	const right = expression(comma);
	return (scope) => {
		const [object, key] = place(scope);
		return (object[key] = compound ? compound[1](object[key], () => right(scope)) : right(scope));
	};
};

/** Returns code for ++ or --, which gives the new value or the old one. */
export const step = ({ _place: place = fail() }: Code, sign: string, before: boolean): Code => (scope) => {
	const [object, key] = place(scope);
	const old = +object[key];
	const value = sign == '++' ? old + 1 : old - 1;
	object[key] = value;
	return before ? value : old;
};

const prefixed = (): Code => {
	const sign = match(prefix)?.[0];
	if (!sign) {
		return operand();
	}
	const value = prefixed();
	const apply = prefixes[sign];
	return apply ? (scope) => apply(value(scope)) : sign == 'delete' ? remove(value) : step(value, sign, true);
};

const remove = ({ _place: place = fail() }: Code): Code => (scope) => {
	const [object, key] = place(scope);
	return delete object[key];
};
