// data-text="expression" is the text of the element.

import type { Attribute } from '../engine/page';

export const text: Attribute = (context) => {
	context.mirror(() => {
		const value = String(context.evaluate() ?? '');
		if (context.el.textContent != value) {
			context.el.textContent = value;
		}
	});
};
