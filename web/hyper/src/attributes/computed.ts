// data-computed:name="expression" makes a signal that is derived from others, and
// data-computed="{a: () => …, b: …}" several. They are evaluated when they are
// read, and again only when something that they have read has changed.

import { evaluate, guard, pathOf } from '../engine/context';
import { attributes } from '../engine/page';
import { Computation, dispose } from '../engine/reactive';
import { each, valueAt, write, type Values } from '../engine/store';

attributes.computed = (context) => {
	const derive = (path: string, body: () => unknown): void => {
		const computation = new Computation(() => guard(context, body), true);
		write(path, computation);
		context._undo.add(() => {
			dispose(computation);
			write(path, undefined);
		});
	};
	if (context.key) {
		derive(pathOf(context), () => evaluate(context));
		return;
	}
	each(
		(path) =>
			derive(path.join('.'), () => {
				const value: unknown = valueAt(path, evaluate(context));
				return typeof value == 'function' ? value() : value;
			}),
		{},
		evaluate(context) as Values,
	);
};
