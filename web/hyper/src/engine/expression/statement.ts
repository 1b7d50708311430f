// Statements: declarations, if, return, and expressions. They end at a
// semicolon, at a line break after a complete expression, or with their block. A
// brace at the start of a statement is a record, as in data-class="{big: $n > 9}".

import { inside, Return, type Code } from './code';
import { expression } from './operation';
import { comma } from './operators';
import { pattern, type Binder } from './pattern';
import { back, declaration, ended, expect, fail, plain, keyword, at, match, newline, sees, since, take } from './scanner';

/** Parses statements up to the end, which is a brace or empty for the end of the source. */
export const statements = (end: string): Code => {
	const codes: Code[] = [];
	for (;;) {
		while (take(';'));
		if (end ? take(end) : ended()) {
			break;
		}
		codes.push(statement());
		const closed = since(0).endsWith('}');
		if (!newline() && !closed && !sees(';') && !ended() && !(end && sees(end))) {
			fail();
		}
	}
	return (scope) => {
		let value: unknown;
		for (const code of codes) {
			value = code(scope);
			if (value instanceof Return) {
				break;
			}
		}
		return value;
	};
};

const statement = (): Code => {
	if (!plain) {
		if (match(declaration)) {
			return declarations();
		}
		if (keyword('if')) {
			return choice();
		}
		if (keyword('return')) {
			const value = newline() || sees(';') || sees('}') || ended() ? undefined : expression();
			return (scope) => new Return(value?.(scope));
		}
	}
	return expression();
};

const block = (): Code => {
	const body = take('{') ? statements('}') : statement();
	return (scope) => body(inside(scope));
};

const declarations = (): Code => {
	const list: [Binder, Code | undefined][] = [];
	do {
		list.push([pattern(false), take('=') ? expression(comma) : undefined]);
	} while (take(','));
	return (scope) => list.forEach(([bind, value]) => bind(scope, value?.(scope)));
};

const choice = (): Code => {
	expect('(');
	const test = expression();
	expect(')');
	const yes = block();
	const start = at;
	while (take(';'));
	const no = keyword('else') ? block() : back(start);
	return (scope) => (test(scope) ? yes(scope) : no?.(scope));
};
