// data-show="expression" hides the element while the value is false. Give it
// style="display: none" to hide it until the script has been loaded.

import type { Attribute } from '../engine/page';

export const show: Attribute = (context) => {
	const { style } = context.el as HTMLElement;
	const reveal = (): void => {
		if (style.display == 'none') {
			style.removeProperty('display');
		}
	};
	context.mirror(() => (context.evaluate() ? reveal() : style.setProperty('display', 'none')));
	context.cleanup(reveal);
};
