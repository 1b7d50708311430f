// data-class:name="expression" adds a class while the value is true, and
// data-class="{'a b': …}" several. A key may hold more than one class.

import { named } from '../engine/named';
import { attributes } from '../engine/page';

attributes.class = (context) => {
	const { classList } = context.el;
	const split = (names: string): string[] => names.match(/\S+/g) ?? [];
	named(
		context,
		(names) => split(names).every((name) => classList.contains(name)),
		(names, on) => split(names).forEach((name) => classList.toggle(name, !!on)),
	);
};
