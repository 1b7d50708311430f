// data-indicator:name makes $name true while requests of this element run. It is
// cleared when the last one ends, however it ends, and when the element goes.

import { listen, pathOf } from '../engine/context';
import { attributes } from '../engine/page';
import { write } from '../engine/store';

attributes.indicator = (context) => {
	const path = pathOf(context);
	let running = 0;
	const add = (n: number): void => write(path, (running += n) > 0);
	add(0);
	listen(context, document, 'hyper-fetch', ({ detail: { type, el } }: CustomEvent<{ type: string; el: Element }>) => {
		if (el == context.el) {
			add(type == 'started' ? 1 : type == 'finished' ? -1 : 0);
		}
	});
	context._undo.add(() => add(-running));
};
