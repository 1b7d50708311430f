// Short words for what several files ask of the page.

/** Reports whether a node is an element. */
export const isElement = (node: unknown): node is Element => node instanceof Element;

/** Returns the id of an element. The property of a form is something else if a field is called id. */
export const idOf = (el: Element): string => el.getAttribute('id') ?? '';

/** Returns the child nodes as an array that stays as it is when they move. */
export const nodesOf = (parent: Node): Node[] => [...parent.childNodes];

/** Fires an event of the engine on the document. */
export const fire = (name: string, detail?: object): boolean => document.dispatchEvent(new CustomEvent('hyper-' + name, { detail }));
