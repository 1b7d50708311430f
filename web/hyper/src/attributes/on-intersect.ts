// data-on-intersect="expression" runs when the element comes into view: any part,
// half, all, or a given percentage of it. With __exit it runs when it leaves.

import type { Attribute } from '../engine/page';
import { timed } from '../engine/timing';

export const onIntersect: Attribute = (context) => {
	const perform = timed(context);
	const exit = !!context.tags('exit');
	const threshold = context.tags('full') ? 1 : context.tags('half') ? 0.5 : Number(context.tags('threshold')?.[0] ?? 0) / 100;
	let seen = false;
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, intersectionRatio } of entries) {
				// Rounding can leave a whole element a little less than whole.
				const inside = isIntersecting && intersectionRatio >= threshold - 0.01;
				if (exit ? seen && !inside : inside && !seen) {
					perform();
					if (context.tags('once')) {
						observer.disconnect();
					}
				}
				seen = inside;
			}
		},
		{ threshold: [0, threshold] },
	);
	observer.observe(context.el);
	context.cleanup(() => observer.disconnect());
};
