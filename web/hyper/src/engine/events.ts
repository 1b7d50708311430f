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
	data: Arguments;
}

/** Calls receive for each event until the stream ends. What stands after the last blank line is dropped, as the standard says. */
export const readEvents = async (body: ReadableStream<Uint8Array>, receive: (event: ServerEvent) => Promise<void>): Promise<void> => {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
	let rest = '';
	let event: ServerEvent = { data: {} };
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
				await receive(event);
				event = { data: {} };
			}
		}
	}
};

const readLine = (line: string, event: ServerEvent): void => {
	const [, field, value] = /^([^:]*):? ?([^]*)/.exec(line)!;
	if (field == 'data') {
		const [, name, text] = /^(\S*) ?([^]*)/.exec(value!)!;
		event.data[name!] = name! in event.data ? event.data[name!] + '\n' + text : text;
	} else if (!value!.includes('\0')) {
		// Nobody looks at a field that the standard does not know.
		event[field as 'event'] = value!;
	}
};
