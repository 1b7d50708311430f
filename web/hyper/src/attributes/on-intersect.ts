// data-on-intersect="expression" runs when the element comes into view: any part,
// half, all, or a given percentage of it. With __exit it runs when it leaves.

import { tagsOf } from '../engine/context';
import { attributes } from '../engine/page';
import { timed } from '../engine/timing';

attributes['on-intersect'] = (context) => {
	const perform = timed(context);
	const exit = !!tagsOf(context, 'exit');
	const threshold = tagsOf(context, 'full') ? 1 : tagsOf(context, 'half') ? 0.5 : +(tagsOf(context, 'threshold')?.[0] ?? 0) / 100;
	let seen = false;
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, intersectionRatio } of entries) {
				// Rounding can leave a whole element a little less than whole.
				const inside = isIntersecting && intersectionRatio >= threshold - 0.01;
				if (exit ? seen && !inside : inside && !seen) {
					perform();
					if (tagsOf(context, 'once')) {
						observer.disconnect();
					}
				}
				seen = inside;
			}
		},
		{ threshold: [0, threshold] },
	);
	observer.observe(context.el);
	context._undo.add(() => observer.disconnect());
};
