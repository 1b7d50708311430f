// Operands: literals, names, signals, actions, functions and parentheses, with the
// chain of members, calls and steps that follows.

import { signals, type Values } from '../store';
import { actionsKey, inside, located, lookUp, Return, type Code, type Scope } from './code';
import { expression, step } from './operation';
import { comma } from './operators';
import { listPattern, type Binder } from './pattern';
import {
	back, exactly, expect, fail, plain, keyword, list, at, match, name, newline, number, regexp, sees, step as stepToken, take, template, text, unescape,
	word,
} from './scanner';
import { statements } from './statement';

type Callable = (...args: unknown[]) => unknown;
type Elements = (scope: Scope) => unknown[];

const constants: Values = { __proto__: null, true: true, false: false, null: null, undefined };

// Thrown to leave a chain at a ?. whose left side is null or undefined.
const cut = {};

/** Parses an operand with its chain. */
export const operand = (): Code => {
	return plain ? primary() : chain(keyword('new') ? construct() : primary());
};

const construct = (): Code => {
	const target = chain(primary(), false);
	const args: Elements = take('(') ? elements(')') : () => [];
	return (scope) => new (target(scope) as new (...args: unknown[]) => object)(...args(scope));
};

const chain = (code: Code, calls = true): Code => {
	let optional = false;
	for (;;) {
		const skips = take('?.');
		optional ||= skips;
		if (take('[')) {
			code = member(code, expression(), skips);
			expect(']');
		} else if (calls && take('(')) {
			code = call(code, elements(')'), skips);
		} else if (skips || take('.')) {
			const key = name();
			code = member(code, () => key, skips);
		} else {
			break;
		}
	}
	const sign = newline() ? null : exactly(stepToken);
	return sign ? step(code, sign[0], false) : optional ? rejoin(code) : code;
};

const rejoin = (code: Code): Code => (scope) => {
	try {
		return code(scope);
	} catch (error) {
		if (error === cut) {
			return undefined;
		}
		throw error;
	}
};

const member = (object: Code, key: Code, skips: boolean): Code =>
	located((scope) => {
		const value: unknown = object(scope);
		if (skips && value == null) {
			throw cut;
		}
		return [value, key(scope) as PropertyKey];
	});

const call = (code: Code, args: Elements, skips: boolean): Code => (scope) => {
	const [object, key] = code._place?.(scope) ?? [];
	const target: unknown = key === undefined ? code(scope) : object[key];
	if (skips && target == null) {
		throw cut;
	}
	if (typeof target != 'function') {
		throw Error(String(key) + ' is not a function');
	}
	return (target as Callable).call(object, ...args(scope));
};

// Parses the elements of an array or the arguments of a call.
const elements = (end: string): Elements => {
	const parts: Elements[] = [];
	list(end, () => {
		const spreads = take('...');
		const value = expression(comma);
		parts.push((scope) => (spreads ? [...value(scope)] : [value(scope)]));
	});
	return (scope) => parts.flatMap((part) => part(scope));
};

const primary = (): Code => {
	let found: RegExpExecArray | null;
	if ((found = match(number))) {
		return constant(+(found[0].replaceAll('_', '')));
	}
	if ((found = match(text))) {
		return constant(unescape(found[2]!));
	}
	if (take('{')) {
		return record();
	}
	if (take('[')) {
		return elements(']');
	}
	if (!plain) {
		if (take('`')) {
			return templateLiteral();
		}
		if ((found = match(regexp))) {
			const [, pattern, flags] = found;
			return () => new RegExp(pattern!, flags);
		}
		if (take('(')) {
			return parentheses();
		}
		if (take('@')) {
			const action = name();
			return (scope) => (scope[actionsKey] as (name: string) => Callable)(action);
		}
	}
	return (found = match(word)) ? named(found[0]) : fail();
};

const constant = (value: unknown): Code => () => value;

const named = (id: string): Code => {
	if (id in constants) {
		return constant(constants[id]);
	}
	if (plain) {
		// A literal has no names.
		fail();
	}
	if (take('=>')) {
		return arrow((scope, [value]) => {
			scope[id] = value;
		});
	}
	if (id == '$') {
		return () => signals;
	}
	return located(id[0] == '$' ? () => [signals, id.slice(1)] : (scope) => lookUp(scope, id));
};

// What is in parentheses are parameters if an arrow follows.
const parentheses = (): Code => {
	const start = at;
	let bind: Binder | undefined;
	try {
		bind = listPattern(')');
	} catch {
		// Then it is an expression, and its errors are reported below.
	}
	if (bind && take('=>')) {
		return arrow(bind);
	}
	back(start);
	const code = expression();
	expect(')');
	return code;
};

const arrow = (bind: Binder): Code => {
	const block = take('{');
	const body = block ? statements('}') : expression(comma);
	return (scope) =>
		(...args: unknown[]) => {
			const frame = inside(scope);
			bind(frame, args);
			const value: unknown = body(frame);
			return value instanceof Return ? value.value : block ? undefined : value;
		};
};

const templateLiteral = (): Code => {
	const parts: Code[] = [];
	for (;;) {
		parts.push(constant(unescape(exactly(template)![0])));
		if (take('`')) {
			return (scope) => parts.reduce((text, part) => text + String(part(scope)), '');
		}
		expect('${');
		parts.push(expression());
		expect('}');
	}
};

const record = (): Code => {
	const parts: ((scope: Scope) => object)[] = [];
	list('}', () => {
		if (!plain && take('...')) {
			parts.push(expression(comma));
			return;
		}
		const id = sees('[') ? undefined : match(text)?.[2] ?? match(word)?.[0] ?? match(number)?.[0];
		const key = id === undefined ? elements((expect('['), ']')) : constant([unescape(id)]);
		const value = take(':') ? expression(comma) : named(id!);
		parts.push((scope) => ({ [(key(scope) as string[])[0]!]: value(scope) as unknown }));
	});
	return (scope) => Object.assign({}, ...parts.map((part) => part(scope))) as object;
};
