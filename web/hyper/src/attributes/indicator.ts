// data-indicator:name makes $name true while requests of this element run. It is
// cleared when the last one ends, however it ends, and when the element goes.

import type { Attribute } from '../engine/page';
import { write } from '../engine/store';

export const indicator: Attribute = (context) => {
	const path = context.path();
	let running = 0;
	const add = (n: number): void => write(path, (running += n) > 0);
	add(0);
	context.listen(document, 'hyper-fetch', ({ detail: { type, el } }: CustomEvent<{ type: string; el: Element }>) => {
		if (el == context.el) {
			add(type == 'started' ? 1 : type == 'finished' ? -1 : 0);
		}
	});
	context.cleanup(() => add(-running));
};
