// data-attr:name="expression" sets an attribute, data-attr="{a: …, b: …}" several.
// False, null and undefined remove it, and true makes it empty.

import { named } from '../engine/named';
import { attributes } from '../engine/page';

attributes.attr = (context) => {
	const { el } = context;
	const set = (name: string, value: unknown): void => {
		if (value === false || value == null) {
			el.removeAttribute(name);
		} else {
			el.setAttribute(name, value === true ? '' : typeof value == 'object' ? JSON.stringify(value) : (value as string));
		}
	};
	named(context, (name) => el.getAttribute(name), set);
};
