// The keyboard: a slash goes to the search, the arrows walk through its results, and
// Escape ends it. Boxes that scroll sideways can be reached.

const form = document.querySelector('form.search');
const field = document.getElementById('site-q');

document.addEventListener('keydown', (event) => {
	const typing = event.target.closest('input, textarea, select, [contenteditable]');
	if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
		event.preventDefault();
		field.focus();
		field.select();
	}
});

form.addEventListener('keydown', (event) => {
	const stops = [field, ...form.querySelectorAll('#site-results a')];
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step) {
		const next = stops[stops.indexOf(document.activeElement) + step];
		if (next) {
			event.preventDefault();
			next.focus();
		}
	}
	if (event.key === 'Escape') {
		event.preventDefault();
		field.value = '';
		field.dispatchEvent(new Event('input', { bubbles: true }));
		field.focus();
	}
});

const reach = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		target.scrollWidth > target.clientWidth ? target.setAttribute('tabindex', '0') : target.removeAttribute('tabindex');
	}
});
document.querySelectorAll('.scroll').forEach((box) => reach.observe(box));
