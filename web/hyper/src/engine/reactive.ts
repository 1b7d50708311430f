// Fine-grained reactivity: who reads what, and who has to run again.
//
// A Cell is a place that can be read and changed. A Computation is a piece of
// code that reads cells: an effect, which is run for what it does, or a derived
// value, which is run for what it gives and has a cell of its own. Reading a cell
// inside a computation links the two, and a link lasts until the next run.
//
// A change pushes marks and pulls values. It marks direct readers DIRTY, and what
// depends on those through derived values only CHECK. Then each marked effect asks
// its sources whether they have really changed before it runs. So an effect never
// sees a half-updated state (a derived value that is older than its source), and
// does not run if the derived values it reads came out the same:
//
//	a ──▶ half = a >> 1 ──▶ effect(half)      a: 2 → 3 runs half, not the effect

const CLEAN = 0;
const CHECK = 1;
const DIRTY = 2;
const DISPOSED = 3;

/** How often a flush may go round before effects that trigger each other are stopped. */
const maxRounds = 100;

/** A Cell is something that can be read and changed. */
export interface Cell {
	_readers: Set<Computation>;
	/** The computation whose result the cell holds, for derived values. */
	_origin?: Computation;
}

/** A Computation is an effect, or a derived value if it has a cell. */
export class Computation {
	state = DIRTY;
	_sources = new Set<Cell>();
	value: unknown;
	_cell: Cell | undefined;

	constructor(public body: () => unknown, derived?: boolean) {
		if (derived) {
			this._cell = { _readers: new Set(), _origin: this };
		}
	}
}

let active: Computation | undefined;
let depth = 0;
let queue: Computation[] = [];
let settled = (): boolean => false;

/** Sets what is called when all effects have run. It returns whether it has done anything. */
export const onSettled = (callback: () => boolean): void => {
	settled = callback;
};

/** Links the cell to the computation that is running, if there is one. */
export const track = (cell: Cell): void => {
	if (active) {
		active._sources.add(cell);
		cell._readers.add(active);
	}
};

/** Marks all that depends on the cell. It runs at the end of the batch. */
export const trigger = (cell: Cell, state = DIRTY): void => {
	for (const reader of cell._readers) {
		const before = reader.state;
		if (before < state) {
			reader.state = state;
			if (before == CLEAN) {
				reader._cell ? trigger(reader._cell, CHECK) : queue.push(reader);
			}
		}
	}
};

/** Returns the value of a derived computation, brought up to date. */
export const pull = (computation: Computation): unknown => {
	update(computation);
	track(computation._cell!);
	return computation.value;
};

/** Runs the work; effects wait until the outermost batch ends. */
export const batch = <T>(work: () => T): T => {
	depth++;
	try {
		return work();
	} finally {
		if (depth == 1) {
			flush();
		}
		depth--;
	}
};

/** Runs the work without linking what it reads to the running computation. */
export const untracked = <T>(work: () => T): T => runAs(undefined, work);

/** Runs the work as a batch without links. */
export const quietly = <T>(work: () => T): T => batch(() => untracked(work));

/** Runs an effect, for the first time or although nothing that it reads has changed. */
export const rerun = (computation: Computation): void => {
	if (computation.state < DISPOSED) {
		computation.state = DIRTY;
		batch(() => update(computation));
	}
};

/** Ends an effect for good. */
export const dispose = (computation: Computation): void => {
	unlink(computation);
	computation.state = DISPOSED;
};

const unlink = (computation: Computation): void => {
	for (const source of computation._sources) {
		source._readers.delete(computation);
	}
	computation._sources.clear();
};

const runAs = <T>(computation: Computation | undefined, work: () => T): T => {
	const outer = active;
	active = computation;
	try {
		return work();
	} finally {
		active = outer;
	}
};

const update = (computation: Computation): void => {
	if (computation.state == CHECK) {
		for (const { _origin: origin } of computation._sources) {
			if (origin) {
				update(origin);
			}
			if (computation.state != CHECK) {
				break;
			}
		}
	}
	if (computation.state == DIRTY) {
		run(computation);
	}
	if (computation.state < DISPOSED) {
		computation.state = CLEAN;
	} else {
		// It has disposed of itself while it ran, and may have read more after that.
		unlink(computation);
	}
};

// While a computation runs it is DIRTY, so that what it writes does not start it
// again: `$count++` in an effect counts once.
const run = (computation: Computation): void => {
	unlink(computation);
	const value = runAs(computation, computation.body);
	const { _cell: cell } = computation;
	if (cell && !Object.is(value, computation.value)) {
		computation.value = value;
		for (const reader of cell._readers) {
			if (reader.state < DISPOSED) {
				reader.state = DIRTY;
			}
		}
	}
};

const flush = (): void => {
	for (let rounds = 0; queue.length || settled(); rounds++) {
		const round = queue;
		queue = [];
		if (rounds > maxRounds) {
			round.forEach((computation) => (computation.state = CLEAN));
			throw Error('effects do not settle');
		}
		round.forEach(update);
	}
};
