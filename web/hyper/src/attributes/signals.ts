// data-signals:name="value" and data-signals="{name: value}" put signals into the
// store; null removes them. With __ifmissing those that exist stay.

import { evaluate, pathOf, tagsOf } from '../engine/context';
import { attributes } from '../engine/page';
import { merge, read, write, type Values } from '../engine/store';

attributes.signals = (context) => {
	const value: unknown = context.value ? evaluate(context) : '';
	const onlyIfMissing = !!tagsOf(context, 'ifmissing');
	const path = context.key && pathOf(context);
	if (!path) {
		merge((value || {}) as Values, onlyIfMissing);
	} else if (!onlyIfMissing || read(path) === undefined) {
		write(path, value ?? undefined);
	}
};
