/** A body is longer than the given limit. */
export class BodyTooLong extends Error {
	override name = "BodyTooLong";
}

/** Bytes beyond the limit that are read and discarded. */
const MAX_DISCARDED = 1024 * 1024;

type Body = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;

/** Node's web streams are async iterable; the DOM's types lack it. */
const chunksOf = (body: Body) => (body ?? []) as AsyncIterable<Uint8Array>;

/**
 * Reads a whole body into memory; an empty buffer for null. Reading stops as soon as the (decompressed) size exceeds
 * `maxBytes`.
 * @throws {BodyTooLong} after cancelling the body, and any error of the stream.
 */
export async function readBody(body: Body, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of chunksOf(body)) {
		size += chunk.byteLength;
		if (size > maxBytes) throw new BodyTooLong(`more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/**
 * Reads the body of a request as {@link readBody} does, but reads up to 1 MiB beyond `maxBytes` and discards it: stopping at
 * the limit closes the connection before the client reads the answer.
 * @throws {BodyTooLong} after the end of the body or of that 1 MiB, and any error of the stream.
 */
export async function readRequestBody(body: Body, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of chunksOf(body)) {
		size += chunk.byteLength;
		if (size <= maxBytes) chunks.push(chunk);
		else if (size > maxBytes + MAX_DISCARDED) break;
	}
	if (size > maxBytes) throw new BodyTooLong(`more than ${maxBytes} bytes`);
	return Buffer.concat(chunks);
}
