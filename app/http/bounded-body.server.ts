/** A body is longer than the given limit. */
export class BodyTooLong extends Error {
	override name = "BodyTooLong";
}

/**
 * Reads a whole body into memory; an empty buffer for null. Reading stops as soon as the (decompressed) size exceeds
 * `maxBytes`.
 * @throws {BodyTooLong} after cancelling the body, and any error of the stream.
 */
export async function readBody(
	body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
	maxBytes: number,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Node's web streams are async iterable; the DOM's types lack it.
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength;
		if (size > maxBytes) throw new BodyTooLong(`more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
