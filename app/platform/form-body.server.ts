import { DomainError } from "./domain-error";

/** Names without a syntax of their own: the form library would read paths and orders to itself in them. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** What a link's `ping` sends: a body without anything to say. */
const PING_TYPE = /^text\/ping\b/i;
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const READ_AND_FORGOTTEN = 1024 * 1024;

/**
 * Reads a posted form without ever holding more than `limit` bytes of it.
 * @throws {DomainError} `bodyTooLarge`, or `bodyUnreadable` for anything that is not a form.
 */
export async function readForm(request: Request, limit = 64 * 1024): Promise<FormData> {
	const type = request.headers.get("Content-Type") ?? "";
	if (PING_TYPE.test(type)) return new FormData();
	if (!FORM_TYPES.test(type)) throw new DomainError("bodyUnreadable");
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of bytesOf(request)) {
		size += chunk.byteLength;
		if (size <= limit) chunks.push(chunk);
		// Read on for a while: leaving at once closes the connection, and no answer arrives.
		else if (size > limit + READ_AND_FORGOTTEN) break;
	}
	if (size > limit) throw new DomainError("bodyTooLarge");
	const form = /^application/i.test(type)
		? fieldsOf(Buffer.concat(chunks))
		: await new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } })
				.formData()
				.catch(() => undefined);
	if (!form || [...form.keys()].some((name) => !FIELD_NAME.test(name)))
		throw new DomainError("bodyUnreadable");
	return form;
}

/** What most forms are; far cheaper than asking a Response to parse it. */
function fieldsOf(body: Buffer): FormData {
	const form = new FormData();
	for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value);
	return form;
}

/** Node's web streams can be iterated over, which the DOM's types do not say. */
const bytesOf = (request: Request) => (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
