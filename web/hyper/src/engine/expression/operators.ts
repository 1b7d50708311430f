// The operators, each with its precedence and meaning. The right side is a
// function, so that &&, || and ?? need not look at it.

/** The precedence of an operator, and what it does with the left side and the right. */
export type Operator = [precedence: number, apply: (left: any, right: () => any) => unknown];

/** Assignment, the conditional and the comma are the parser's own; these are their precedences. */
export const comma = 1;
export const assignment = 2;
export const conditional = 3;
export const power = 15;

export const operators: Record<string, Operator> = {
	'??': [4, (a, b) => a ?? b()],
	'||': [5, (a, b) => a || b()],
	'&&': [6, (a, b) => a && b()],
	'|': [7, (a, b) => a | b()],
	'^': [8, (a, b) => a ^ b()],
	'&': [9, (a, b) => a & b()],
	'==': [10, (a, b) => a == b()],
	'!=': [10, (a, b) => a != b()],
	'===': [10, (a, b) => a === b()],
	'!==': [10, (a, b) => a !== b()],
	'<': [11, (a, b) => a < b()],
	'>': [11, (a, b) => a > b()],
	'<=': [11, (a, b) => a <= b()],
	'>=': [11, (a, b) => a >= b()],
	in: [11, (a, b) => a in b()],
	instanceof: [11, (a, b) => a instanceof b()],
	'<<': [12, (a, b) => a << b()],
	'>>': [12, (a, b) => a >> b()],
	'>>>': [12, (a, b) => a >>> b()],
	'+': [13, (a, b) => a + b()],
	'-': [13, (a, b) => a - b()],
	'*': [14, (a, b) => a * b()],
	'/': [14, (a, b) => a / b()],
	'%': [14, (a, b) => a % b()],
	'**': [power, (a, b) => a ** b()],
};

/** The operators before an operand that only need its value. */
export const prefixes: Record<string, (operand: any) => unknown> = {
	'!': (a) => !a,
	'-': (a) => -a,
	'+': (a) => +a,
	'~': (a) => ~a,
	void: () => undefined,
	typeof: (a) => typeof a,
};
