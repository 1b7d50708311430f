// data-bind:name connects a field and a signal in both directions. An existing
// signal wins over the field; otherwise the field's value becomes the signal.
//
// The kind of value follows the field, and the signal if there is one:
//
//   checkbox         true or false; its value or '' if it has a value attribute or
//                    the signal is a text; a member of the array if that is an array
//   radio            the value of the chosen one
//   select multiple  an array of values
//   file             an array of {name, contents, mime}, contents in base64
//   number, range    a number, or null if it is empty; also any field of a number signal
//   others           the value property, or the property of __prop
//
// __event.a.b names the events to listen to instead of input and change.

import { listen, mirror, pathOf, tagsOf, type Context } from '../engine/context';
import { recase } from '../engine/name';
import { attributes } from '../engine/page';
import { read, write } from '../engine/store';

/** How a kind of field gives a value, or undefined if it has none to give, and how it takes one. */
type Field = [get: (current: unknown) => unknown, set?: (value: unknown) => void];

attributes.bind = (context) => {
	const { localName } = context.el;
	// A custom element gets its properties when it is defined.
	if (localName.includes('-') && !customElements.get(localName)) {
		void customElements.whenDefined(localName).then(() => context.live && connect(context));
	} else {
		connect(context);
	}
};

const connect = (context: Context): void => {
	const path = pathOf(context);
	const [get, set] = fieldOf(context.el as HTMLInputElement, path, tagsOf(context, 'prop')?.[0]);
	const update = (): void => {
		const value = get(read(path));
		if (value !== undefined) {
			write(path, value);
		}
	};
	if (read(path) === undefined) {
		update();
	}
	for (const event of tagsOf(context, 'event') ?? ['input', 'change']) {
		listen(context, context.el, event, update);
	}
	if (set) {
		mirror(context, () => {
			const value = read(path);
			// A field that already says the same is left alone: "1." is 1, and the caret is in it.
			if (value !== undefined && !Object.is(get(value), value)) {
				set(value);
			}
		});
	}
};

const fieldOf = (el: HTMLInputElement, path: string, property?: string): Field => {
	const kind = fields[property ? '' : el.type];
	return kind ? kind(el, path) : propertyField(el, property ? recase(property, 'camel') : 'value');
};

const propertyField = (el: HTMLInputElement, property: string): Field => {
	const target = el as unknown as Record<string, unknown>;
	return [
		(current) => {
			const value = target[property];
			return typeof value == 'string' && (/^(number|range)$/.test(el.type) || typeof current == 'number') ? (value ? +value : null) : value;
		},
		(value) => {
			target[property] = value ?? '';
		},
	];
};

// Values of fields are texts, but those of signals may be numbers.
const has = (list: unknown, value: string): boolean => (list as unknown[]).some((one) => one == value);

/** The fields whose value is not that of a property, by type. */
const fields: Record<string, (el: HTMLInputElement, path: string) => Field> = {
	checkbox: (el) => [
		(current) => {
			const { checked, value } = el;
			if (Array.isArray(current)) {
				return has(current, value) == checked ? current : checked ? [...current, value] : current.filter((one) => one != value);
			}
			return typeof current == 'string' || (current === undefined && el.hasAttribute('value')) ? (checked ? value : '') : checked;
		},
		(value) => {
			el.checked = Array.isArray(value) ? has(value, el.value) : typeof value == 'string' ? value == el.value : !!value;
		},
	],
	radio: (el, path) => {
		el.name ||= path;
		return [
			(current) => (el.checked ? (typeof current == 'number' ? +el.value : el.value) : undefined),
			(value) => {
				el.checked = el.value == value;
			},
		];
	},
	'select-multiple': (el) => {
		const { options } = el as Element as HTMLSelectElement;
		return [
			() => [...options].filter((option) => option.selected).map((option) => option.value),
			(value) => [...options].forEach((option) => (option.selected = has(value, option.value))),
		];
	},
	// Files come later than the event, and cannot be set.
	file: (el, path) => [() => void Promise.all([...el.files!].map(contentsOf)).then((files) => write(path, files))],
};

const contentsOf = (blob: File): Promise<object> =>
	new Promise((resolve) => {
		const reader = new FileReader();
		reader.onloadend = () => resolve({ name: blob.name, contents: String(reader.result).split(',')[1] ?? '', mime: blob.type });
		reader.readAsDataURL(blob);
	});
