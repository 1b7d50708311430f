// data-computed:name="expression" makes a signal that is derived from others, and
// data-computed="{a: () => …, b: …}" several. They are evaluated when they are
// read, and again only when something that they have read has changed.

import type { Attribute } from '../engine/page';
import { Computation, dispose } from '../engine/reactive';
import { each, write, type Values } from '../engine/store';

export const computed: Attribute = (context) => {
	const derive = (path: string, body: () => unknown): void => {
		const computation = new Computation(() => context.guard(body), true);
		write(path, computation);
		context.cleanup(() => {
			dispose(computation);
			write(path, undefined);
		});
	};
	if (context.parts.key) {
		derive(context.path(), () => context.evaluate());
		return;
	}
	each(
		(path) =>
			derive(path.join('.'), () => {
				const value: unknown = path.reduce<any>((values, key) => values[key], context.evaluate());
				return typeof value == 'function' ? value() : value;
			}),
		{},
		context.evaluate() as Values,
	);
};
