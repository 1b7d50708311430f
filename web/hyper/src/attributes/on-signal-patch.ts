// data-on-signal-patch="expression" runs when signals have changed, with the
// changes as patch. data-on-signal-patch-filter="{include, exclude}" on the same
// element chooses which.

import { Context } from '../engine/context';
import type { Attribute } from '../engine/page';
import { snapshot, type Filter, type Values } from '../engine/store';
import { timed } from '../engine/timing';

const filterName = 'data-on-signal-patch-filter';

export const onSignalPatch: Attribute = (context) => {
	const { el } = context;
	const perform = timed(context);
	context.listen(document, 'hyper-signal-patch', ({ detail }: CustomEvent<Values>) => {
		const filter = el.getAttribute(filterName);
		const chosen = filter ? (new Context(el, filterName, filter, context.parts).perform() as Filter | undefined) : {};
		const patch = snapshot(chosen, detail);
		if (Object.keys(patch).length) {
			perform({ patch });
		}
	});
};
