// data-text="expression" is the text of the element.

import { evaluate, mirror } from '../engine/context';
import { attributes } from '../engine/page';

attributes.text = (context) => {
	mirror(context, () => {
		const value = String(evaluate(context) ?? '');
		if (context.el.textContent != value) {
			context.el.textContent = value;
		}
	});
};
