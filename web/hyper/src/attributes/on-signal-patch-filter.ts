// data-on-signal-patch-filter="{include, exclude}" is read by data-on-signal-patch
// on the same element. It is known here so that it is not taken for an event.

import { attributes } from '../engine/page';

attributes['on-signal-patch-filter'] = () => {};
