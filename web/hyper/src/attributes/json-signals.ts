// data-json-signals shows the signals as JSON, all or those that the filter in its
// value chooses: data-json-signals="{include: /user/}".

import type { Attribute } from '../engine/page';
import { snapshot, type Filter } from '../engine/store';

export const jsonSignals: Attribute = (context) => {
	context.mirror(() => {
		const filter = context.value ? (context.evaluate() as Filter) : {};
		context.el.textContent = JSON.stringify(snapshot(filter), null, context.tags('terse') ? 0 : 2);
	});
};
