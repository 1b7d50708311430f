// data-json-signals shows the signals as JSON, all or those that the filter in its
// value chooses: data-json-signals="{include: /user/}".

import { evaluate, mirror, tagsOf } from '../engine/context';
import { attributes } from '../engine/page';
import { snapshot, type Filter } from '../engine/store';

attributes['json-signals'] = (context) => {
	mirror(context, () => {
		const filter = context.value ? (evaluate(context) as Filter) : {};
		context.el.textContent = JSON.stringify(snapshot(filter), null, tagsOf(context, 'terse') ? 0 : 2);
	});
};
