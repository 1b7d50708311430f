// The chat: one WebSocket, which is opened again when it breaks.

const root = document.querySelector('.chat');
const lines = document.getElementById('lines');
const state = document.getElementById('state');
const form = document.getElementById('say');
const text = document.getElementById('text');
const longestWait = 15000;

let socket;
let wait = 500;

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const element = (name, className, content) => {
	const made = document.createElement(name);
	made.className = className;
	made.textContent = content;
	return made;
};

const show = (line) => {
	const item = element('li', line.mine ? 'mine' : '', '');
	const at = element('time', '', time.format(new Date(line.at)));
	at.dateTime = line.at;
	const head = element('span', 'from', line.from + ' ');
	head.append(at);
	item.append(head, element('span', 'said', line.text));
	lines.append(item);
	lines.scrollTop = lines.scrollHeight;
};

const open = () => {
	const url = new URL(root.dataset.socket, location.href);
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	socket = new WebSocket(url);
	socket.onopen = () => {
		wait = 500;
		lines.replaceChildren(); // the last lines are sent again
		state.textContent = 'Connected.';
	};
	socket.onmessage = (event) => show(JSON.parse(event.data));
	socket.onclose = (event) => {
		state.textContent = event.reason || 'The connection is gone. Trying again …';
		setTimeout(open, wait);
		wait = Math.min(wait * 2, longestWait);
	};
};

form.addEventListener('submit', (event) => {
	event.preventDefault();
	const said = text.value.trim();
	if (said && socket.readyState === WebSocket.OPEN) {
		socket.send(JSON.stringify({ text: said }));
		text.value = '';
	}
	text.focus();
});

open();
