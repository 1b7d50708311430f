// data-signals:name="value" and data-signals="{name: value}" put signals into the
// store; null removes them. With __ifmissing those that exist stay.

import type { Attribute } from '../engine/page';
import { merge, read, write, type Values } from '../engine/store';

export const signals: Attribute = (context) => {
	const value: unknown = context.value ? context.evaluate() : '';
	const onlyIfMissing = !!context.tags('ifmissing');
	const path = context.parts.key && context.path();
	if (!path) {
		merge((value || {}) as Values, onlyIfMissing);
	} else if (!onlyIfMissing || read(path) === undefined) {
		write(path, value ?? undefined);
	}
};
