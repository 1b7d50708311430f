// data-on:event="expression" listens. The expression sees the event as evt. The
// submission of a form is always prevented, because the expression takes its
// place. Events of the engine, hyper-…, are heard wherever the element is.

import { keyOf, listen, tagsOf } from '../engine/context';
import { attributes } from '../engine/page';
import { timed } from '../engine/timing';

attributes.on = (context) => {
	const { el } = context;
	const has = (modifier: string): boolean => !!tagsOf(context, modifier);
	const event = keyOf(context);
	if (event == 'load' && !has('window')) {
		return attributes.init!(context);
	}
	const outside = has('outside');
	const target = has('window') ? window : has('document') || outside || event.startsWith('hyper-') ? document : el;
	const once = has('once');
	const perform = timed(context);
	const listener = (evt: Event): void => {
		if (outside && evt.composedPath().includes(el)) {
			return;
		}
		if (has('prevent') || (event == 'submit' && target == el)) {
			evt.preventDefault();
		}
		if (has('stop')) {
			evt.stopPropagation();
		}
		if (once) {
			target.removeEventListener(event, listener, has('capture'));
		}
		perform({ evt });
	};
	listen(context, target, event, listener, { capture: has('capture'), passive: has('passive') });
};
