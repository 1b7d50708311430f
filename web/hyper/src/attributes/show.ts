// data-show="expression" hides the element while the value is false. Give it
// style="display: none" to hide it until the script has been loaded.

import { evaluate, mirror } from '../engine/context';
import { attributes } from '../engine/page';

attributes.show = (context) => {
	const { style } = context.el as HTMLElement;
	const reveal = (): void => {
		if (style.display == 'none') {
			style.display = '';
		}
	};
	mirror(context, () => (evaluate(context) ? reveal() : (style.display = 'none')));
	context._undo.add(reveal);
};
