// Names of attributes: data-<name>[:key][__modifier[.tag…]]…
//
// HTML knows only lower case, so the keys of signals are written with dashes and
// become camelCase: data-signals:first-name is $firstName. A dash may stand for
// the colon (data-on-click), but data-on-interval is not an event called interval.

/** The parts of an attribute's name. */
export interface Name {
	name: string;
	/** What follows the colon, in lower case, or the empty text. */
	key: string;
	/** The modifiers, each with its tags after it. */
	_modifiers: string[][];
}

/** Changes a key with dashes to another way of writing names: camel, pascal, snake or kebab. */
export const recase = (key: string, style: string | undefined): string => {
	const words = { camel: /-(\w)/g, pascal: /-?\b(\w)/g, snake: /-()/g }[style ?? ''];
	return words ? key.replace(words, (_, letter: string) => letter.toUpperCase() || '_') : key;
};

/** Returns the milliseconds of the first tag that is a time, such as 500ms or 2s. */
export const duration = (tags: string[], standard: number): number => {
	const tag = tags.find((tag) => /^\d/.test(tag));
	return tag ? parseInt(tag) * (/\ds$/.test(tag) ? 1000 : 1) : standard;
};
