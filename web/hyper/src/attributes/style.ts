// data-style:name="expression" sets a property of the element's style, and
// data-style="{backgroundColor: …}" several. An empty value brings back what was
// there before.

import { named } from '../engine/named';
import { attributes } from '../engine/page';

attributes.style = (context) => {
	const { style } = context.el as HTMLElement;
	const property = (name: string): string => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()));
	named(
		context,
		(name) => style.getPropertyValue(property(name)),
		(name, value, before) => style.setProperty(property(name), String(value || value === 0 ? value : before)),
	);
};
