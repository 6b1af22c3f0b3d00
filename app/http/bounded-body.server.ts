/** An answer has more bytes than anybody wants to hold. */
export class BodyTooLong extends Error {
	override name = "BodyTooLong";
}

/**
 * Reads a body whole, and never holds more of it than the bound, whatever it unpacks to.
 * @throws {BodyTooLong} and gives the connection back.
 */
export async function readBody(
	body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
	mostBytes: number,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Node's web streams can be iterated over, which the DOM's types do not say.
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength;
		if (size > mostBytes) throw new BodyTooLong(`more than ${mostBytes} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
