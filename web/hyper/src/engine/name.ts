// Names of attributes: data-<name>[:key][__modifier[.tag…]]…
//
// HTML knows only lower case, so the keys of signals are written with dashes and
// become camelCase: data-signals:first-name is $firstName. A dash may stand for
// the colon (data-on-click), and then the longest known name wins, so that
// data-on-interval is not an event called interval.

/** The parts of an attribute's name. */
export interface Name {
	name: string;
	/** What follows the colon, in lower case, or the empty text. */
	key: string;
	/** The modifiers with their tags. */
	modifiers: Map<string, string[]>;
}

/** Returns an expression that takes names of these attributes apart. */
export const namePattern = (names: string[]): RegExp =>
	new RegExp(`^data-(${names.sort((a, b) => b.length - a.length).join('|')})(?:[:-](.*?))?((?:__.*)?)$`);

/** Splits a name with the pattern, or returns undefined if none of its attributes has it. */
export const parseName = (attribute: string, pattern: RegExp): Name | undefined => {
	const [found, name = '', key = '', rest = ''] = pattern.exec(attribute) ?? [];
	const modifiers = new Map(rest.split('__').map((modifier) => [modifier.split('.')[0]!, modifier.split('.').slice(1)]));
	return found ? { name, key, modifiers } : undefined;
};

/** Changes a key with dashes to another way of writing names: camel, pascal, snake or kebab. */
export const recase = (key: string, style: string | undefined): string => {
	const words = { camel: /-(\w)/g, pascal: /(?:^|-|(?<=\.))(\w)/g, snake: /-/g }[style ?? ''];
	return words ? key.replace(words, (_, letter: string | number) => (typeof letter == 'string' ? letter.toUpperCase() : '_')) : key;
};

/** Returns the milliseconds of the first tag that is a time, such as 500ms or 2s. */
export const duration = (tags: string[], standard: number): number => {
	const tag = tags.find((tag) => /^\d/.test(tag));
	return tag ? parseInt(tag) * (/\ds$/.test(tag) ? 1000 : 1) : standard;
};
