/** What happened, as a topic tells it. */
export interface Message {
	event: string;
	data: unknown;
}

/** A server-sent event. The data are one line: JSON has no line breaks of its own. */
export const encodeFrame = (topic: string, { event, data }: Message): Buffer =>
	Buffer.from(`event:${topic}.${event}\ndata:${JSON.stringify(data)}\n\n`);

/** Scripts see no comments, so that a sign of life has a name. */
export const BEAT = Buffer.from("event:beat\ndata:1\n\n");

/** How long the browser waits before it comes back by itself. */
export const encodeRetry = (ms: number): Buffer => Buffer.from(`retry:${Math.round(ms)}\n\n`);
