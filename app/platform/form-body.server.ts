import { DomainError } from "./domain-error";

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Reads a posted form without ever holding more than `limit` bytes of it.
 * @throws {DomainError} `bodyTooLarge`, or `bodyUnreadable` for anything that is not a form.
 */
export async function readForm(request: Request, limit = 64 * 1024): Promise<FormData> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!FORM_TYPES.test(type)) throw new DomainError("bodyUnreadable");
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of bytesOf(request)) {
		size += chunk.byteLength;
		if (size > limit) throw new DomainError("bodyTooLarge");
		chunks.push(chunk);
	}
	try {
		return await new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } }).formData();
	} catch {
		throw new DomainError("bodyUnreadable");
	}
}

/** Node's web streams can be iterated over, which the DOM's types do not say. */
const bytesOf = (request: Request) => (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
