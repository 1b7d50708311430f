// The store of signals: a tree of plain values in which every place is reactive.
//
// A record or an array that comes into the store is copied, so that each of them
// has one place in the tree and knows its path; a proxy around the copy tracks
// reads and reports changes key by key. Everything else (strings, dates, elements,
// instances of classes) is kept as it is. Reading a name that is not there links
// the reader to it, so that it runs when the signal appears, but creates nothing.
//
// Records have no prototype. So a signal may be called `constructor`, and a patch
// with the key `__proto__` sets a signal of that name and nothing else.

import { fire } from './dom';
import { batch, Computation, onSettled, pull, quietly, track, trigger, untracked, type Cell } from './reactive';

/** A record of signals or of plain values. */
export type Values = Record<PropertyKey, unknown>;

/** A Filter chooses signals by their dotted paths, by default all. Texts are regular expressions too. */
export interface Filter {
	include?: RegExp | string;
	exclude?: RegExp | string;
}

/** Paths with a segment that starts with an underscore stay in the browser. */
export const local = /(^|\.)_/;

const keys = Symbol();
let changes: string[][] = [];

const empty = (): Values => ({ __proto__: null });

/** Reports whether the value is a plain record, one that would be written as {…}. */
export const isRecord = (value: unknown): value is Values => {
	const prototype: unknown = value == null || Object.getPrototypeOf(value);
	return prototype === null || prototype === Object.prototype;
};

// The elements of an array have no paths of their own in patches: whole says that
// a change is reported as one of the array.
const adopt = (value: unknown, path: string[], whole = false): unknown => {
	const list = Array.isArray(value);
	if (!list && !isRecord(value)) {
		return value;
	}
	whole ||= list;
	const below = (key: PropertyKey): string[] => (whole ? path : [...path, key as string]);
	const target: Values = list ? ([] as unknown as Values) : empty();
	for (const key of Object.keys(value)) {
		target[key] = adopt((value as Values)[key], below(key), whole);
	}
	return new Proxy(target, reactions(whole, below));
};

const reactions = (whole: boolean, below: (key: PropertyKey) => string[]): ProxyHandler<Values> => {
	const cells = empty() as Record<PropertyKey, Cell>;
	const at = (key: PropertyKey): Cell => (cells[key] ??= { _readers: new Set() });
	const changed = (key: PropertyKey, keysToo: boolean): void =>
		batch(() => {
			changes.push(below(key));
			trigger(at(key));
			// A shorter array loses elements, and a longer one gets a new length.
			if (keysToo || key == 'length') {
				trigger(at(keys));
				if (whole) {
					Object.values(cells).forEach((cell) => trigger(cell));
				}
			}
		});
	return {
		get(target, key) {
			track(at(key));
			const value = target[key];
			return value instanceof Computation ? pull(value) : value;
		},
		has(target, key) {
			track(at(key));
			return key in target;
		},
		ownKeys(target) {
			track(at(keys));
			return Reflect.ownKeys(target);
		},
		set(target, key, value) {
			const old = target[key];
			const had = key in target;
			if (old instanceof Computation && !(value instanceof Computation)) {
				throw Error(`signal "${below(key).join('.')}" is computed`);
			}
			if (!had || !Object.is(old, value)) {
				target[key] = adopt(value, below(key), whole);
				changed(key, !had);
			}
			return true;
		},
		deleteProperty(target, key) {
			if (key in target) {
				delete target[key];
				changed(key, true);
			}
			return true;
		},
	};
};

/** The signals of the page, the `$` of expressions. */
export const signals = adopt({}, []) as Values;

/** Returns the value at a dotted path, or undefined. */
export const read = (path: string): unknown => valueAt(path.split('.'));

/** Sets the value at a dotted path and makes the records on the way; undefined removes it. */
export const write = (path: string, value: unknown): void => {
	untracked(() => put(signals, path.split('.'), value));
};

/** Applies a JSON Merge Patch (RFC 7396): null removes. With onlyIfMissing it only adds. */
export const merge = (patch: Values, onlyIfMissing = false, into = signals): void =>
	quietly(() => {
		for (const key of Object.keys(patch)) {
			const value = patch[key];
			const open = !onlyIfMissing || !(key in into);
			if (isRecord(value)) {
				if (open && !isRecord(into[key])) {
					into[key] = empty();
				}
				isRecord(into[key]) && merge(value, onlyIfMissing, into[key]);
			} else if (open) {
				value === null ? delete into[key] : (into[key] = value);
			}
		}
	});

/** Calls visit for every value that the filter lets through, but for elements. An empty record counts as a value. */
export const each = (visit: (path: string[], value: unknown) => void, filter: Filter = {}, from = signals, path: string[] = []): void => {
	for (const key of Object.keys(from)) {
		const value = from[key];
		const here = [...path, key];
		const name = here.join('.');
		if (isRecord(value) && Object.keys(value).length) {
			each(visit, filter, value, here);
		} else if (!(value instanceof Node) && name.match(filter.include ?? '') && !(filter.exclude && name.match(filter.exclude))) {
			visit(here, value);
		}
	}
};

/** Returns a plain copy of the signals, or of another record, without elements. */
export const snapshot = (filter?: Filter, from?: Values): Values => {
	const copy = empty();
	each((path, value) => put(copy, path, plain(value)), filter, from);
	return copy;
};

const plain = (value: unknown): unknown => (Array.isArray(value) ? value.map(plain) : isRecord(value) ? snapshot({}, value) : value);

/** Sets every signal that the filter chooses to what the function makes of it, except elements and derived ones. */
export const change = (next: (value: unknown) => unknown, filter?: Filter): void =>
	quietly(() =>
		each((path, value) => {
			try {
				put(signals, path, next(value));
			} catch {
				// It is derived.
			}
		}, filter),
	);

/** Returns the value at a path, or undefined. */
export const valueAt = (path: string[], from: any = signals): unknown => path.reduce((value, key) => value?.[key], from);

const put = (into: Values, path: string[], value: unknown): void => {
	const [key, ...rest] = path as [string, ...string[]];
	if (rest.length) {
		if (!into[key] || typeof into[key] != 'object') {
			into[key] = empty();
		}
		put(into[key] as Values, rest, value);
	} else {
		value === undefined ? delete into[key] : (into[key] = value);
	}
};

// Everyone who wants to know what has changed is told once a batch, in the form
// of a merge patch.
onSettled(() => {
	if (!changes.length) {
		return false;
	}
	const patch = empty();
	untracked(() =>
		changes.forEach((path) => put(patch, path, plain(valueAt(path)) ?? null)),
	);
	changes = [];
	fire('signal-patch', patch);
	return true;
});
