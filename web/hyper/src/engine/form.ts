// The contents of a form, for requests with contentType: 'form'.

import type { Run } from './context';

/** Fields to send, and whether as multipart. */
export type FormContents = [fields: FormData, multipart: boolean];

/** Returns the contents of the form around the element or of that which the selector names, or undefined if the form is not valid. */
export const formContents = ({ el, evt }: Run, selector?: string): FormContents | undefined => {
	const form = selector ? document.querySelector<HTMLFormElement>(selector) : (el as HTMLButtonElement).form ?? el.closest('form');
	if (!form) {
		throw Error('there is no form');
	}
	const candidate = ((evt as SubmitEvent | undefined)?.submitter ?? el) as HTMLButtonElement;
	const submitter = candidate.form == form && /^(submit|image)$/.test(candidate.type) ? candidate : undefined;
	// The request takes the place of the browser's own.
	evt?.preventDefault();
	if (!form.noValidate && !submitter?.formNoValidate && !form.reportValidity()) {
		return;
	}
	return [new FormData(form, submitter), /^multipart/.test(submitter?.getAttribute('formenctype') ?? form.enctype)];
};
