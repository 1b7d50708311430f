// Patches: what the server sends, applied to the page and to the signals.

import type { Arguments } from './events';
import { literal } from './expression/compile';
import { meta } from './meta';
import { idOf, morph, nodesOf } from './morph';
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
	const inert = document.createElement('script');
	Object.entries(JSON.parse(scriptAttributes) as Record<string, string>).forEach(([name, value]) => inert.setAttribute(name, value));
	inert.text = script;
	const live = runnable(inert) as Element;
	document.head.append(live);
	live.remove();
};

const applyElements = ({ selector, mode = 'outer', namespace, elements = '' }: Arguments): void => {
	const fresh = parse(elements, namespace);
	if (selector) {
		const targets = [...document.querySelectorAll(selector)];
		if (!targets.length && mode != 'remove') {
			throw new Error(`no element matches "${selector}"`);
		}
		targets.forEach((target) => applyTo(target, mode, fresh.map((node) => runnable(node.cloneNode(true)))));
		return;
	}
	for (const node of fresh) {
		if (node instanceof Element) {
			const target = document.getElementById(idOf(node));
			if (target) {
				applyTo(target, mode, /^(inner|append|prepend)$/.test(mode) ? nodesOf(node).map(runnable) : [runnable(node)]);
			} else if (mode != 'remove') {
				throw new Error(`no element has the id "${idOf(node)}"`);
			}
		}
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
	const wrapper = { svg: 'svg', mathml: 'math' }[namespace];
	template.innerHTML = wrapper ? `<${wrapper}>${html}</${wrapper}>` : html;
	// White space around the elements is the sender's formatting.
	return nodesOf(wrapper ? template.content.firstChild! : template.content).filter((node) => node instanceof Element || node.nodeValue!.trim());
};

// The parser marks scripts so that they do not run. Copies do, once, when they
// come into the page.
const runnable = <T extends Node>(node: T): Node => {
	if (node instanceof Element) {
		if (node instanceof HTMLScriptElement) {
			const script = document.createElement('script');
			for (const attribute of node.attributes) {
				script.setAttributeNode(attribute.cloneNode() as Attr);
			}
			const nonce = meta('nonce');
			if (nonce) {
				script.nonce = nonce;
			}
			script.text = node.text;
			return script;
		}
		node.querySelectorAll('script').forEach((script) => script.replaceWith(runnable(script)));
	}
	return node;
};
