// Patches: what the server sends, applied to the page and to the signals.

import type { Arguments } from './events';
import { literal } from './expression/compile';
import { meta } from './meta';
import { idOf, isElement, nodesOf } from './dom';
import { morph } from './morph';
import { catchUp } from './page';
import { merge, type Values } from './store';
import { transition } from './transition';

/** Applies an elements patch. It is done when the promise is fulfilled; a view transition takes a moment. */
export const patchElements = async (args: Arguments): Promise<void> => {
	const work = (): void => {
		applyElements(args);
		catchUp();
	};
	if (args.useViewTransition == 'true') {
		const { viewTransitionSelector } = args;
		return transition(work, viewTransitionSelector ? document.querySelector(viewTransitionSelector) : undefined);
	}
	work();
};

/** Applies a signals patch: JSON, or the relaxed literal that people write by hand. */
export const patchSignals = ({ signals = '', onlyIfMissing }: Arguments): void => {
	let patch: unknown;
	try {
		patch = JSON.parse(signals);
	} catch {
		patch = literal(signals);
	}
	merge(patch as Values, onlyIfMissing == 'true');
};

/** Runs a script that came as a response of its own. */
export const runScript = ({ script = '', scriptAttributes = '{}' }: Arguments): void => {
	const live = newScript(Object.entries(JSON.parse(scriptAttributes) as Record<string, string>), script);
	document.head.append(live);
	live.remove();
};

const applyElements = ({ selector, mode = 'outer', namespace, elements = '' }: Arguments): void => {
	const fresh = parse(elements, namespace);
	const missing = (what: string): void => {
		if (mode != 'remove') {
			console.warn('hyper: no element matches ' + what);
		}
	};
	if (selector) {
		const targets = document.querySelectorAll(selector);
		targets.forEach((target) => applyTo(target, mode, fresh.map((node) => runnable(node.cloneNode(true)))));
		targets.length || missing(selector);
		return;
	}
	for (const node of fresh.filter(isElement)) {
		const target = document.getElementById(idOf(node));
		target ? applyTo(target, mode, /inner|pend/.test(mode) ? nodesOf(node).map(runnable) : [runnable(node)]) : missing('#' + idOf(node));
	}
};

const applyTo = (target: Element, mode: string, fresh: Node[]): void => {
	if (mode == 'outer') {
		morph(target.parentNode!, target, target.nextSibling, fresh);
	} else if (mode == 'inner') {
		morph(target, target.firstChild, null, fresh);
	} else {
		// The other modes are methods of elements; remove takes no nodes and ignores them.
		target[(mode == 'replace' ? 'replaceWith' : mode) as 'append'](...fresh);
	}
};

// A fragment is parsed inside of a template, where table rows may stand alone and
// nothing is loaded yet.
const parse = (html: string, namespace = ''): Node[] => {
	const template = document.createElement('template');
	// The elements are svg and math.
	const wrapper = namespace.slice(0, 4);
	template.innerHTML = wrapper ? `<${wrapper}>${html}</${wrapper}>` : html;
	// White space around the elements is the sender's formatting.
	return nodesOf(wrapper ? template.content.firstChild! : template.content).filter((node) => node.nodeValue?.trim() != '');
};

const newScript = (attributes: [string, string][], text: string): Element => {
	const script = document.createElement('script');
	attributes.forEach(([name, value]) => script.setAttribute(name, value));
	script.nonce = meta('nonce') || script.nonce!;
	script.text = text;
	return script;
};

// The parser marks scripts so that they do not run. Copies do, once, when they
// come into the page.
const runnable = <T extends Node>(node: T): Node => {
	if (!isElement(node)) {
		return node;
	}
	if (node.localName == 'script') {
		return newScript([...node.attributes].map(({ name, value }) => [name, value]), node.textContent);
	}
	node.querySelectorAll('script').forEach((script) => script.replaceWith(runnable(script)));
	return node;
};
