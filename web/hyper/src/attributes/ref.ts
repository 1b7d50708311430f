// data-ref:name makes the element available as $name. It is never sent.

import type { Attribute } from '../engine/page';
import { read, write } from '../engine/store';

export const ref: Attribute = (context) => {
	const path = context.path();
	write(path, context.el);
	context.cleanup(() => read(path) === context.el && write(path, undefined));
};
