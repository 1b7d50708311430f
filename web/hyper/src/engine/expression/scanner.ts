// Tokens on demand. JavaScript cannot be cut into tokens beforehand: whether a
// slash starts a regular expression or divides depends on what the parser expects.
// So the parser asks by position: is there a number here, an operator, a word?
// What looks like a signal or an action inside a string, a template's text, a
// comment or a regular expression is never asked about, and so never found.
//
// There is one source at a time, because parsing neither waits nor nests.

/** White space and comments. All tokens are sticky. */
const gap = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
export const word = /[a-z_$\x80-\uffff][\w$\x80-\uffff]*/iy;
export const number = /0[xob][\da-f_]+|\d*\.?\d[\d_]*(?:e[-+]?\d+)?/iy;
export const text = /(['"])((?:(?!\1)[^\\\n]|\\[^])*)\1/y;
/** The text of a template up to its end or to an expression. */
export const template = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;
export const regexp = /\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
export const prefix = /\+\+|--|[-+!~]|(?:typeof|void|delete)\b/y;
export const step = /\+\+|--/y;
/** What may follow an operand. A plus before a plus is none: `a` and `++b` on two lines are two statements. */
export const operator = /[!=]==?|=(?!>)|(?:\*\*|&&|\|\||\?\?|<<|>>>?|\+(?!\+)|-(?!-)|[*/%&|^])=?|[<>]=?|\?(?!\.)|,|in(?:stanceof)?\b/y;
export const declaration = /(?:let|const|var)\b/y;

let source = '';

/** The position. Modules that import it see it move. */
export let at = 0;

/** Whether the source is to be a literal and nothing else. */
export let plain = false;

/** Starts with a new source. */
export const open = (text: string, literal: boolean): void => {
	source = text;
	at = 0;
	plain = literal;
};

/** Goes back to a position. It returns nothing. */
export const back = (to: number): undefined => {
	at = to;
};

/** Returns the source from a position up to here. */
export const since = (start: number): string => source.slice(start, at);

/** Reports whether nothing but white space follows. */
export const ended = (): boolean => (skip(), at >= source.length);

/** Throws an error that says where the source is wrong. */
export const fail = (): never => {
	throw new SyntaxError(`unexpected "${source.slice(at, at + 20)}" at ${at}`);
};

/** Takes a token that follows without white space before it. */
export const exactly = (kind: RegExp): RegExpExecArray | null => {
	kind.lastIndex = at;
	const found = kind.exec(source);
	at += found?.[0].length ?? 0;
	return found;
};

/** Skips white space and comments. */
const skip = (): unknown => exactly(gap);

/** Reports whether a line break stands before the next token. */
export const newline = (): boolean => (skip(), /\n\s*$/.test(source.slice(0, at)));

/** Takes a token, if one of its kind follows. */
export const match = (kind: RegExp): RegExpExecArray | null => (skip(), exactly(kind));

/** Reports whether the text follows. */
export const sees = (text: string): boolean => (skip(), source.startsWith(text, at));

/** Takes the text if it follows. */
export const take = (text: string): boolean => sees(text) && !!(at += text.length);

/** Takes the text or fails. */
export const expect = (text: string): unknown => take(text) || fail();

/** Takes the word if it follows as a whole. */
export const keyword = (name: string): boolean => {
	const start = at;
	return match(word)?.[0] == name || !!back(start);
};

/** Takes a name or fails. */
export const name = (): string => match(word)?.[0] ?? fail();

/** Calls item for each element of a list, up to its end. */
export const list = (end: string, item: () => void): void => {
	while (!take(end)) {
		item();
		sees(end) || expect(',');
	}
};

const named: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Returns the text that the inside of a string or template stands for. */
export const unescape = (inside: string): string =>
	inside.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi, (_, four?: string, two?: string, char?: string) =>
		char ? named[char] ?? char : String.fromCharCode(parseInt((four ?? two)!, 16)),
	);
