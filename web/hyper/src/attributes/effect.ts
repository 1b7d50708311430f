// data-effect="expression" runs now and whenever what it reads changes. If its
// value is a function, that is called on the element: data-effect="el.remove".

import { evaluate, react } from '../engine/context';
import { attributes } from '../engine/page';

attributes.effect = (context) => {
	react(context, () => {
		const value: unknown = evaluate(context);
		if (typeof value == 'function') {
			value.call(context.el);
		}
	});
};
