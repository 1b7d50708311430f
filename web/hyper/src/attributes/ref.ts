// data-ref:name makes the element available as $name. It is never sent.

import { pathOf } from '../engine/context';
import { attributes } from '../engine/page';
import { read, write } from '../engine/store';

attributes.ref = (context) => {
	const path = pathOf(context);
	write(path, context.el);
	context._undo.add(() => read(path) === context.el && write(path, undefined));
};
