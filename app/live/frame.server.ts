/** One event of a topic before it is encoded. */
export interface Message {
	event: string;
	data: unknown;
}

/** Encodes a server-sent event `topic.event` with JSON data. The data fit on one line, as JSON escapes line breaks. */
export const encodeFrame = (topic: string, { event, data }: Message): Buffer =>
	Buffer.from(`event:${topic}.${event}\ndata:${JSON.stringify(data)}\n\n`);

/** The heartbeat is a named event, because scripts cannot see SSE comments. */
export const HEARTBEAT = Buffer.from("event:heartbeat\ndata:1\n\n");

/** Encodes the field that sets the delay, in ms, after which the browser reconnects. */
export const encodeRetry = (ms: number): Buffer => Buffer.from(`retry:${Math.round(ms)}\n\n`);
