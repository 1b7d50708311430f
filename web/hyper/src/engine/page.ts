// The page and the attributes in it. A MutationObserver sees what comes and goes,
// whoever changes the page: patches, other scripts, the browser. A patch also asks
// for the changes at once, so that what it brought is in use when it is done.
//
// The attributes of a tree are applied kind by kind, in the order of the list in
// main.ts, so that the order of elements does not matter: signals exist before
// anything reads them, and listeners before the first request starts.

import { end, guard, refresh, type Context } from './context';
import { isElement } from './dom';
import { batch, quietly } from './reactive';

/** An Attribute puts an attribute of its kind to use. */
export type Attribute = (context: Context) => void;

const ignore = 'data-ignore';

/** The attributes by name, in the order in which they are applied. Each registers itself. */
export const attributes: Record<string, Attribute> = {};

const applied = new WeakMap<Element, Map<string, Context>>();
let pattern: RegExp;

/** Starts to apply the attributes to the page, now and whenever it changes. */
export const start = (): void => {
	pattern = new RegExp(`^data-(${Object.keys(attributes).join('|')})(?:[:-](.*?))?((?:__.*)?)$`);
	applyTree(document.documentElement);
	observer.observe(document, { subtree: true, childList: true, attributes: true });
};

/** Applies the changes of the page that the observer has not reported yet. */
export const catchUp = (): void => observe(observer.takeRecords());

/** Ends the use of one attribute before a patch changes it. */
export const release = (el: Element, attribute: string): void => {
	const contexts = applied.get(el);
	const context = contexts?.get(attribute);
	if (context) {
		end(context);
		contexts!.delete(attribute);
	}
};

/** Shows signals again in an element that a patch has changed. */
export const refreshElement = (el: Element): void => applied.get(el)?.forEach(refresh);

const observe = (records: MutationRecord[]): void =>
	batch(() => {
		for (const { type, target, attributeName, removedNodes } of records) {
			if (type == 'attributes') {
				attributeChanged(target as Element, attributeName!);
			}
			removedNodes.forEach((node) => isElement(node) && !node.isConnected && releaseTree(node));
		}
		for (const { addedNodes } of records) {
			addedNodes.forEach((node) => isElement(node) && node.isConnected && applyTree(node));
		}
	});

const observer = new MutationObserver(observe);

const attributeChanged = (el: Element, attribute: string): void => {
	if (attribute.startsWith(ignore)) {
		releaseTree(el);
		applyTree(el);
	} else if (applied.get(el)?.get(attribute)?.value !== el.getAttribute(attribute)) {
		release(el, attribute);
		apply(el, (todo) => collect(el, todo, attribute));
	}
};

const releaseTree = (root: Element): void =>
	[root, ...root.querySelectorAll('*')].forEach((el) => {
		applied.get(el)?.forEach(end);
		applied.delete(el);
	});

const applyTree = (root: Element): void => apply(root, (todo) => collectTree(root, todo));

const apply = (el: Element, gather: (todo: Context[]) => void): void => {
	const todo: Context[] = [];
	el.closest(`[${ignore}]`) || gather(todo);
	quietly(() =>
		Object.entries(attributes).forEach(([name, attribute]) =>
			todo.forEach((context) => context.name == name && guard(context, () => attribute(context))),
		),
	);
};

const collectTree = (el: Element, todo: Context[]): void => {
	if (!el.hasAttribute(ignore)) {
		for (const { name } of el.attributes) {
			collect(el, todo, name);
		}
		for (const child of el.children) {
			collectTree(child, todo);
		}
	}
};

const collect = (el: Element, todo: Context[], attribute: string): void => {
	const value = el.getAttribute(attribute);
	const [found, name = '', key = '', rest = ''] = (!el.hasAttribute(ignore + '__self') && pattern.exec(attribute)) || [];
	const contexts = applied.get(el) ?? new Map<string, Context>();
	if (found && value !== null && !contexts.has(attribute)) {
		const context: Context = {
			name,
			key,
			_modifiers: rest.split('__').map((modifier) => modifier.split('.')),
			el,
			_attribute: attribute,
			value,
			live: true,
			_undo: new Set(),
			_requests: new Map(),
			_mirrors: [],
		};
		todo.push(context);
		applied.set(el, contexts.set(attribute, context));
	}
};
