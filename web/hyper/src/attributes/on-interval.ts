// data-on-interval="expression" runs every second, or every __duration.T, and with
// .leading also at once.

import { tagsOf } from '../engine/context';
import { duration } from '../engine/name';
import { attributes } from '../engine/page';
import { timed } from '../engine/timing';

attributes['on-interval'] = (context) => {
	const tags = tagsOf(context, 'duration') ?? [];
	const perform = timed(context);
	if (tags.includes('leading')) {
		perform();
	}
	const timer = setInterval(perform, duration(tags, 1000));
	context._undo.add(() => clearTimeout(timer));
};
