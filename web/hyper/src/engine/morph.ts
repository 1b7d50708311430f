// Morph changes a part of the page into what the server has sent, and keeps every
// element that it can: with an element live its focus, caret, scroll position,
// playing media, loaded frames and typed text.
//
// Which old node becomes which new one?
//
//  1. Equal ends stay. Most patches change one place of a list, so the nodes that
//     are equal at the start and at the end are passed over with the browser's own
//     comparison, and only what is between them is looked at.
//  2. Ids that are in both trees decide. An element with such an id becomes its
//     namesake, wherever that was. A node that contains such ids matches one that
//     contains one of the same.
//  3. Otherwise the next sibling of the same kind is taken: same tag, and for
//     fields the same name and type, so that a text typed into one field does not
//     appear in another.
//
// Matched nodes are moved when they are in the wrong place, with moveBefore where
// the browser has it. Nodes that contain ids which are still wanted elsewhere stay
// until the end, and go then if nobody has claimed them.
//
// What the user has done wins over what the server has not changed: the live value
// of a field is replaced only if its attribute (or the text of a textarea, or the
// selected attribute of an option) differs from the one before.

import { idOf, isElement, nodesOf } from './dom';
import { refreshElement, release } from './page';

type Place = Node & ParentNode & { moveBefore?: (node: Node, before: Node | null) => void };

// The state of the morph that is going on. There is only one: it waits for nothing.

/** Elements of the page by those of their ids that the new tree has too. */
let wanted: Map<string, Element>;
/** The wanted ids in and below a node, of either tree. */
let ids: Map<Node, Set<string>>;
/** Old nodes that go at the end if nobody claims them. */
let doomed: Set<Node>;
/** Nodes that have been changed, or whose children have. */
let changed: Set<Node>;
/** Whether the new tree has templates. */
let templates: boolean;

/** Morphs the old siblings from first up to, but without, end into the new nodes. */
export const morph = (parent: Node, first: Node | null, end: Node | null, fresh: Node[]): void => {
	const active = document.activeElement as HTMLElement | null;
	begin(parent, fresh);
	morphList(parent as Place, first, end, fresh);
	doomed.forEach((node) => node.parentNode?.removeChild(node));
	// A browser without moveBefore takes the focus from a node that moves.
	if (active?.isConnected && active != document.activeElement) {
		active.focus({ preventScroll: true });
	}
	changed.forEach((node) => refreshElement(node as Element));
};

const begin = (parent: Node, fresh: Node[]): void => {
	wanted = new Map();
	ids = new Map();
	doomed = new Set();
	changed = new Set();
	templates = false;
	for (const el of fresh.filter(isElement).flatMap((root) => [root, ...root.querySelectorAll('[id],template')])) {
		templates ||= el.localName == 'template';
		const id = idOf(el);
		const live = document.getElementById(id);
		// The first of several with one id is the one that counts.
		if (live?.nodeName == el.nodeName && !wanted.has(id) && (live.localName != 'script' || alike(live, el))) {
			wanted.set(id, live);
			note(id, live, parent);
			note(id, el);
		}
	}
};

// The browser's comparison does not look into templates, but their markup does.
const equal = (a: Node, b: Node): boolean => a.isEqualNode(b) && !(templates && (a as Element).outerHTML != (b as Element).outerHTML);

const note = (id: string, node: Node | null, top?: Node): void => {
	for (; node && node != top; node = node.parentNode) {
		ids.set(node, (ids.get(node) ?? new Set()).add(id));
	}
};

const morphList = (parent: Place, cursor: Node | null, end: Node | null, fresh: Node[]): void => {
	let from = 0;
	let to = fresh.length;
	while (from < to && cursor && cursor != end && equal(cursor, fresh[from]!)) {
		cursor = cursor.nextSibling;
		from++;
	}
	for (;;) {
		const last: Node | null = end ? end.previousSibling : parent.lastChild;
		if (from >= to || !last || cursor == end || !equal(last, fresh[to - 1]!)) {
			break;
		}
		end = last;
		to--;
	}
	// First all nodes get their places, then each is looked into: what is inside of
	// one may be wanted inside of another.
	const pairs: [Node, Node][] = [];
	for (const node of fresh.slice(from, to)) {
		const live = find(parent, cursor, end, node);
		if (live) {
			doomed.delete(live);
			cursor = place(parent, cursor, live);
			pairs.push([live, node]);
		} else if (ids.has(node)) {
			// It is new but holds elements that are not, so it is built around them.
			const shell = document.importNode(node, false);
			move(parent, shell, cursor);
			pairs.push([shell, node]);
		} else {
			move(parent, node, cursor);
		}
	}
	while (cursor && cursor != end) {
		const next: Node | null = cursor.nextSibling;
		ids.has(cursor) ? doomed.add(cursor) : parent.removeChild(cursor);
		changed.add(parent);
		cursor = next;
	}
	pairs.forEach(([live, node]) => morphNode(live, node));
};

// Brings a node to the place before the cursor, and returns the new cursor.
const place = (parent: Place, cursor: Node | null, live: Node): Node | null => {
	if (live != cursor) {
		// A node in the way that can only be claimed by its id, or not at all, is
		// passed over: deleting one does not move all that follow.
		if (live != cursor?.nextSibling || (isElement(cursor) && !idOf(cursor))) {
			move(parent, live, cursor);
			return cursor;
		}
		doomed.add(cursor!);
		changed.add(parent);
	}
	return live.nextSibling;
};

const find = (parent: Place, cursor: Node | null, end: Node | null, fresh: Node): Node | undefined => {
	if (!isElement(fresh)) {
		return cursor && cursor != end && cursor.nodeType == fresh.nodeType ? cursor : undefined;
	}
	const id = idOf(fresh);
	const namesake = wanted.get(id);
	if (namesake && ids.get(fresh)?.has(id)) {
		return namesake.contains(parent) ? undefined : namesake;
	}
	const inner = [...(ids.get(fresh) ?? [])];
	let second: Node | undefined;
	for (let node = cursor; node && node != end && (inner.length || !second); node = node.nextSibling) {
		const owned = ids.get(node);
		if (isElement(node) && alike(node, fresh) && !owned?.has(idOf(node))) {
			if (inner.some((id) => owned?.has(id))) {
				return node;
			}
			second ??= owned ? undefined : node;
		}
	}
	return second;
};

const alike = (old: Element, fresh: Element): boolean => {
	const same = (attribute: string): boolean => old.getAttribute(attribute) == fresh.getAttribute(attribute);
	return (
		old.nodeName == fresh.nodeName &&
		(!idOf(old) || same('id')) &&
		same('name') &&
		same('type') &&
		(old.localName != 'option' || same('value')) &&
		// A script runs when it comes in. One that stays must be the same.
		// Browsers hide the nonce of a live one, so the whole cannot be compared.
		(old.localName != 'script' || (same('src') && old.textContent == fresh.textContent))
	);
};

const move = (parent: Place, node: Node, before: Node | null): void => {
	changed.add(parent);
	parent[parent.moveBefore && node.isConnected && parent.isConnected ? 'moveBefore' : 'insertBefore']!(node, before);
};

const morphNode = (live: Node, fresh: Node): void => {
	if (!(isElement(live) && isElement(fresh))) {
		if (live.nodeValue != fresh.nodeValue) {
			live.nodeValue = fresh.nodeValue;
			changed.add(live.parentNode!);
		}
	} else if (!live.hasAttribute('data-ignore-morph') && !equal(live, fresh)) {
		const adopt = fieldState(live as HTMLInputElement, fresh as HTMLInputElement);
		morphAttributes(live, fresh);
		const place = contentOf(live);
		morphList(place, place.firstChild, null, nodesOf(contentOf(fresh)));
		adopt();
	}
};

const contentOf = (el: Element): Place => (el.localName == 'template' ? (el as HTMLTemplateElement).content : el) as Place;

const morphAttributes = (live: Element, fresh: Element): void => {
	const kept = new Set((fresh.getAttribute('data-preserve-attr') ?? live.getAttribute('data-preserve-attr'))?.split(/\s+/));
	// Whether they are open is the user's business.
	if (/^(details|dialog)$/.test(live.localName)) {
		kept.add('open');
	}
	const differs = (name: string): boolean => !kept.has(name) && live.getAttribute(name) !== fresh.getAttribute(name);
	const names = new Set([live, fresh].flatMap((el) => el.getAttributeNames()));
	// What an attribute of ours has done is undone before the rest is compared.
	names.forEach((name) => differs(name) && release(live, name));
	names.forEach((name) => {
		if (differs(name)) {
			const attribute = fresh.getAttributeNode(name);
			// A copy of the node keeps namespaces, and names that setAttribute refuses.
			attribute ? live.setAttributeNode(attribute.cloneNode() as Attr) : live.removeAttribute(name);
			changed.add(live);
		}
	});
};

// Looks at what the server says about a field, before and now, and returns a
// function that changes the live state if that differs. Other elements have none
// of these properties.
//
// An option that comes in may be selected only because it was the first, so what
// the user has chosen is chosen again, unless the server has changed its mind.
const fieldState = (live: HTMLInputElement, fresh: HTMLInputElement): (() => void) => {
	const now = said(fresh);
	const [value, checked, marked] = said(live).map((before, i) => before != now[i]);
	const chosen = optionsOf(live).filter((option) => option.selected);
	return () => {
		if (value && live.type != 'file') {
			live.value = fresh.value;
		}
		if (checked) {
			live.checked = fresh.checked;
		}
		optionsOf(live).forEach((option) => (option.selected = marked ? option.defaultSelected : chosen.includes(option)));
	};
};

const said = (el: HTMLInputElement): unknown[] => [
	el.defaultValue,
	el.defaultChecked,
	optionsOf(el).filter((option) => option.defaultSelected).map((option) => option.value).join(),
];

const optionsOf = (el: Element): HTMLOptionElement[] => (el.localName == 'select' ? [...(el as HTMLSelectElement).options] : []);
