// data-init="expression" runs once, when the element comes into use. data-on:load
// and data-on-load are other names for it.

import { attributes } from '../engine/page';
import { timed } from '../engine/timing';

attributes.init = (context) => void timed(context)();
