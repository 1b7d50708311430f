// The bundle: a list of all attributes and actions, applied to the page.

import { get } from './actions/get';
import { patch } from './actions/patch';
import { peek } from './actions/peek';
import { post } from './actions/post';
import { put } from './actions/put';
import { remove } from './actions/delete';
import { setAll } from './actions/set-all';
import { toggleAll } from './actions/toggle-all';
import { attr } from './attributes/attr';
import { bind } from './attributes/bind';
import { classes } from './attributes/class';
import { computed } from './attributes/computed';
import { effect } from './attributes/effect';
import { indicator } from './attributes/indicator';
import { init } from './attributes/init';
import { jsonSignals } from './attributes/json-signals';
import { on } from './attributes/on';
import { onIntersect } from './attributes/on-intersect';
import { onInterval } from './attributes/on-interval';
import { onSignalPatch } from './attributes/on-signal-patch';
import { ref } from './attributes/ref';
import { show } from './attributes/show';
import { signals } from './attributes/signals';
import { style } from './attributes/style';
import { text } from './attributes/text';
import { actions } from './engine/context';
import { start } from './engine/page';
import { patchElements, patchSignals } from './engine/patch';
import { signals as store } from './engine/store';

/** The version of the bundle, from package.json. */
declare const HYPER_VERSION: string;

Object.assign(actions, { get, post, put, patch, delete: remove, peek, setAll, toggleAll });
// For tools and tests. Pages need none of it.
Object.assign(window, { hyper: { version: HYPER_VERSION, signals: store, patchElements, patchSignals } });

// They are applied in this order: first what gives signals, last what acts.
start({
	signals,
	computed,
	ref,
	indicator,
	bind,
	text,
	show,
	attr,
	class: classes,
	style,
	'json-signals': jsonSignals,
	effect,
	on,
	'on-intersect': onIntersect,
	'on-interval': onInterval,
	'on-signal-patch': onSignalPatch,
	// Read by the attribute before; known here, it is not taken for an event.
	'on-signal-patch-filter': () => {},
	init,
});
document.dispatchEvent(new Event('hyper-ready'));
