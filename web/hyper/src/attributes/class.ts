// data-class:name="expression" adds a class while the value is true, and
// data-class="{'a b': …}" several. A key may hold more than one class.

import { named } from '../engine/named';
import type { Attribute } from '../engine/page';

export const classes: Attribute = (context) => {
	const { classList } = context.el;
	const split = (names: string): string[] => names.split(/\s+/).filter(Boolean);
	named(
		context,
		(names) => split(names).every((name) => classList.contains(name)),
		(names, on) => split(names).forEach((name) => classList.toggle(name, !!on)),
	);
};
