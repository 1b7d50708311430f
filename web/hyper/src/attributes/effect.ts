// data-effect="expression" runs now and whenever what it reads changes. If its
// value is a function, that is called on the element: data-effect="el.remove".

import type { Attribute } from '../engine/page';

export const effect: Attribute = (context) => {
	context.effect(() => {
		const value: unknown = context.evaluate();
		if (typeof value == 'function') {
			value.call(context.el);
		}
	});
};
