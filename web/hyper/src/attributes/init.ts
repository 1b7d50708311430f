// data-init="expression" runs once, when the element comes into use. data-on:load
// and data-on-load are other names for it.

import type { Attribute } from '../engine/page';
import { timed } from '../engine/timing';

export const init: Attribute = (context) => void timed(context)();
