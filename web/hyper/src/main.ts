// The bundle: all actions and attributes, applied to the page.

import './actions/get';
import './actions/post';
import './actions/put';
import './actions/patch';
import './actions/delete';
import './actions/peek';
import './actions/set-all';
import './actions/toggle-all';

// They are applied in this order: first what gives signals, last what acts. A name
// that begins with another stands before it.
import './attributes/signals';
import './attributes/computed';
import './attributes/ref';
import './attributes/indicator';
import './attributes/bind';
import './attributes/text';
import './attributes/show';
import './attributes/attr';
import './attributes/class';
import './attributes/style';
import './attributes/json-signals';
import './attributes/effect';
import './attributes/on-signal-patch-filter';
import './attributes/on-signal-patch';
import './attributes/on-intersect';
import './attributes/on-interval';
import './attributes/on';
import './attributes/init';

import { fire } from './engine/dom';
import { start } from './engine/page';
import { patchElements, patchSignals } from './engine/patch';
import { signals } from './engine/store';

/** The version of the bundle, from package.json. */
declare const HYPER_VERSION: string;

// For tools and tests. Pages need none of it.
(globalThis as { hyper?: object }).hyper = { version: HYPER_VERSION, signals, patchElements, patchSignals };

start();
fire('ready');
