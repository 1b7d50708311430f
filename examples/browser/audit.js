(() => {
	const found = [];
	const name = (el) => {
		const text = (el.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40);
		return el.tagName.toLowerCase() + (el.id ? '#' + el.id : '') + (el.className && el.className.trim ? '.' + el.className.trim().replace(/\s+/g, '.') : '') + (text ? ' “' + text + '”' : '');
	};
	const report = (text, el) => found.push(text + (el ? ': ' + name(el) : ''));

	// What can be seen.
	const isVisible = (el) => {
		if (!el.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true })) return false;
		const box = el.getBoundingClientRect();
		return box.width > 1 && box.height > 1 && box.right > 0;
	};

	// Colours, as the browser draws them.
	const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
	const paint = canvas.getContext('2d', { willReadFrequently: true });
	const colours = new Map();
	const rgba = (colour) => {
		if (!colours.has(colour)) {
			paint.clearRect(0, 0, 1, 1);
			paint.fillStyle = colour;
			paint.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
			colours.set(colour, [r, g, b, a / 255]);
		}
		return colours.get(colour);
	};
	const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
	const background = (el) => {
		const layers = [];
		for (let at = el; at; at = at.parentElement) {
			const style = getComputedStyle(at);
			if (style.backgroundImage !== 'none') return null; // not to be judged by a formula
			layers.push(rgba(style.backgroundColor));
			if (layers.at(-1)[3] === 1) break;
		}
		const dark = matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark');
		return layers.reduceRight((below, layer) => over(layer, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
	};
	const luminance = ([r, g, b]) => {
		const [x, y, z] = [r, g, b].map((c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
		return 0.2126 * x + 0.7152 * y + 0.0722 * z;
	};
	const contrast = (a, b) => {
		const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (high + 0.05) / (low + 0.05);
	};
	const opacity = (el) => {
		let value = 1;
		for (let at = el; at; at = at.parentElement) value *= getComputedStyle(at).opacity;
		return value;
	};
	const judge = (el, colour, what) => {
		const below = background(el);
		if (!below) return;
		const style = getComputedStyle(el);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
		const [r, g, b, a] = rgba(colour);
		const ratio = contrast(over([r, g, b, a * opacity(el)], below), below);
		if (ratio < (large ? 3 : 4.5)) report(`contrast ${ratio.toFixed(2)} of ${what}`, el);
	};

	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const judged = new Set();
	while (texts.nextNode()) {
		const el = texts.currentNode.parentElement;
		if (!texts.currentNode.data.trim() || judged.has(el)) continue;
		judged.add(el);
		if (el.closest('script, style, noscript, svg, [disabled], option') || !isVisible(el) || opacity(el) === 0) continue;
		judge(el, getComputedStyle(el).color, 'text');
	}
	for (const el of document.querySelectorAll('input, textarea')) {
		if (!isVisible(el) || el.disabled) continue;
		if (el.value && el.type !== 'file') judge(el, getComputedStyle(el).color, 'a value');
		if (el.placeholder && !el.value) judge(el, getComputedStyle(el, '::placeholder').color, 'a placeholder');
	}

	// Width.
	const root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) {
		const wide = [...document.body.querySelectorAll('*')].filter((el) => isVisible(el) && el.getBoundingClientRect().right > root.clientWidth + 1);
		report(`${root.scrollWidth - root.clientWidth} pixels too wide`, wide.at(-1) || root);
	}

	// Controls.
	const controls = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')].filter(isVisible);
	const before = document.activeElement;
	const [x, y] = [scrollX, scrollY];
	for (const el of controls) {
		if (el.tabIndex > 0) report('a tab order of its own', el);
		if (el.disabled || el.tabIndex < 0) continue;
		const box = el.getBoundingClientRect();
		const inText = el.tagName === 'A' && getComputedStyle(el).display === 'inline';
		if (!inText && (box.width < 24 || box.height < 24)) report(`only ${Math.round(box.width)} by ${Math.round(box.height)} pixels`, el);
		el.focus({ preventScroll: true, focusVisible: true });
		const style = getComputedStyle(el);
		if (document.activeElement !== el) report('cannot have the focus', el);
		else if ((style.outlineStyle === 'none' || style.outlineWidth === '0px') && style.boxShadow === 'none') report('no sign of the focus', el);
	}
	before && before !== document.body ? before.focus({ preventScroll: true }) : document.activeElement.blur();
	scrollTo(x, y);

	// Structure.
	if (!root.lang) report('no language');
	if (!document.title.trim()) report('no title');
	const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((el) => el.checkVisibility());
	if (headings.filter((el) => el.tagName === 'H1').length !== 1) report('want one h1');
	const inMain = headings.filter((el) => el.closest('main'));
	for (let i = 1; i < inMain.length; i++) {
		if (inMain[i].tagName[1] - inMain[i - 1].tagName[1] > 1) report('a level of headings was left out before', inMain[i]);
	}
	const ids = new Set();
	for (const el of document.querySelectorAll('[id]')) {
		if (ids.has(el.id)) report('the id stands twice', el);
		ids.add(el.id);
	}
	for (const attribute of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
		for (const el of document.querySelectorAll(`[${attribute}]`)) {
			for (const id of el.getAttribute(attribute).split(/\s+/)) {
				if (!ids.has(id)) report(`${attribute}="${id}" leads nowhere`, el);
			}
		}
	}
	for (const el of document.querySelectorAll('img:not([alt])')) report('no alternative text', el);
	const first = document.querySelector('a[href], button, input:not([type=hidden]), [tabindex="0"]');
	if (!first || !/^#./.test(first.getAttribute('href') || '') || !ids.has(first.getAttribute('href').slice(1))) report('the first stop is no link over the navigation', first);
	return found;
})()
