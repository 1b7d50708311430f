// Server-sent events from a response body. EventSource cannot do this: it knows
// only GET and no headers.

/** The arguments of a patch by name. */
export type Arguments = Record<string, string | undefined>;

/** A ServerEvent is a block of lines that ended with a blank line. */
export interface ServerEvent {
	event?: string;
	id?: string;
	/** The time to wait before a reconnect, in milliseconds. */
	retry?: string;
	/** From the data lines: the first word is the name, and lines with one name belong together. */
	args: Arguments;
}

/** Reads events until the stream ends. What stands after the last blank line is dropped, as the standard says. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
	let rest = '';
	let event: ServerEvent = { args: {} };
	for (;;) {
		const { done, value } = await reader.read();
		if (done) {
			return;
		}
		// A CR at the end of a chunk may be the first half of a line break.
		const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop()!;
		for (const line of lines) {
			if (line) {
				readLine(line, event);
			} else {
				yield event;
				event = { args: {} };
			}
		}
	}
}

const readLine = (line: string, event: ServerEvent): void => {
	const [, field, value] = /^([^:]*):? ?([^]*)/.exec(line)!;
	if (field == 'data') {
		const [, name, text] = /^(\S*) ?([^]*)/.exec(value!)!;
		const before = event.args[name!];
		event.args[name!] = before === undefined ? text : before + '\n' + text;
	} else if (/^(event|id|retry)$/.test(field!) && !value!.includes('\0')) {
		event[field as 'event' | 'id' | 'retry'] = value!;
	}
};
