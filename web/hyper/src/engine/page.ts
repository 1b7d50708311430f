// The page and the attributes in it. A MutationObserver sees what comes and goes,
// whoever changes the page: patches, other scripts, the browser. A patch also asks
// for the changes at once, so that what it brought is in use when it is done.
//
// The attributes of a tree are applied kind by kind, in the order of the list in
// main.ts, so that the order of elements does not matter: signals exist before
// anything reads them, and listeners before the first request starts.

import { Context } from './context';
import { namePattern, parseName } from './name';
import { batch, untracked } from './reactive';

/** An Attribute puts an attribute of its kind to use. */
export type Attribute = (context: Context) => void;

const ignore = 'data-ignore';
let attributes: Record<string, Attribute>;
const applied = new WeakMap<Element, Map<string, Context>>();
let pattern: RegExp;

/** Starts to apply attributes of these kinds to the page, now and whenever it changes. */
export const start = (kinds: Record<string, Attribute>): void => {
	attributes = kinds;
	pattern = namePattern(Object.keys(kinds));
	applyTree(document.documentElement);
	observer.observe(document, { subtree: true, childList: true, attributes: true });
};

/** Applies the changes of the page that the observer has not reported yet. */
export const catchUp = (): void => observe(observer.takeRecords());

/** Ends the use of one attribute before a patch changes it. */
export const release = (el: Element, attribute: string): void => {
	const contexts = applied.get(el);
	contexts?.get(attribute)?.end();
	contexts?.delete(attribute);
};

/** Shows signals again in an element that a patch has changed. */
export const refresh = (el: Element): void => applied.get(el)?.forEach((context) => context.refresh());

const observe = (records: MutationRecord[]): void =>
	batch(() => {
		for (const { type, target, attributeName, removedNodes } of records) {
			if (type == 'attributes') {
				attributeChanged(target as Element, attributeName!);
			}
			removedNodes.forEach((node) => node instanceof Element && !node.isConnected && releaseTree(node));
		}
		for (const { addedNodes } of records) {
			addedNodes.forEach((node) => node instanceof Element && node.isConnected && applyTree(node));
		}
	});

const observer = new MutationObserver(observe);

const attributeChanged = (el: Element, attribute: string): void => {
	if (attribute.startsWith(ignore)) {
		releaseTree(el);
		applyTree(el);
	} else if (applied.get(el)?.get(attribute)?.value !== el.getAttribute(attribute)) {
		release(el, attribute);
		const todo: Context[][] = [];
		el.closest(`[${ignore}]`) || collect(el, todo, attribute);
		applyAll(todo);
	}
};

const releaseTree = (root: Element): void =>
	[root, ...root.querySelectorAll('*')].forEach((el) => {
		applied.get(el)?.forEach((context) => context.end());
		applied.delete(el);
	});

const applyTree = (root: Element): void => {
	if (!root.closest(`[${ignore}]`)) {
		const todo: Context[][] = [];
		collectTree(root, todo);
		applyAll(todo);
	}
};

const collectTree = (el: Element, todo: Context[][]): void => {
	if (!el.hasAttribute(ignore)) {
		for (const { name } of el.attributes) {
			collect(el, todo, name);
		}
		for (const child of el.children) {
			collectTree(child, todo);
		}
	}
};

const collect = (el: Element, todo: Context[][], attribute: string): void => {
	const value = el.getAttribute(attribute);
	const parts = value === null || el.hasAttribute(ignore + '__self') ? undefined : parseName(attribute, pattern);
	const contexts = applied.get(el) ?? new Map<string, Context>();
	if (parts && !contexts.has(attribute)) {
		const context = new Context(el, attribute, value!, parts);
		(todo[Object.keys(attributes).indexOf(parts.name)] ??= []).push(context);
		applied.set(el, contexts.set(attribute, context));
	}
};

const applyAll = (todo: Context[][]): void =>
	batch(() =>
		untracked(() =>
			todo.flat().forEach((context) => context.guard(() => attributes[context.parts.name]!(context))),
		),
	);
