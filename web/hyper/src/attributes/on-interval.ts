// data-on-interval="expression" runs every second, or every __duration.T, and with
// .leading also at once.

import { duration } from '../engine/name';
import type { Attribute } from '../engine/page';
import { timed } from '../engine/timing';

export const onInterval: Attribute = (context) => {
	const tags = context.tags('duration') ?? [];
	const perform = timed(context);
	if (tags.includes('leading')) {
		perform();
	}
	const timer = setInterval(perform, duration(tags, 1000));
	context.cleanup(() => clearInterval(timer));
};
