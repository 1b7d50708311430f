// data-on-signal-patch="expression" runs when signals have changed, with the
// changes as patch. data-on-signal-patch-filter="{include, exclude}" on the same
// element chooses which.

import { listen, perform } from '../engine/context';
import { attributes } from '../engine/page';
import { snapshot, type Filter, type Values } from '../engine/store';
import { timed } from '../engine/timing';

const filterName = 'data-on-signal-patch-filter';

attributes['on-signal-patch'] = (context) => {
	const run = timed(context);
	listen(context, document, 'hyper-signal-patch', ({ detail }: CustomEvent<Values>) => {
		const value = context.el.getAttribute(filterName);
		const chosen = value ? (perform({ ...context, _attribute: filterName, value }) as Filter | undefined) : {};
		const patch = snapshot(chosen, detail);
		if (Object.keys(patch).length) {
			run({ patch });
		}
	});
};
