import { DomainError } from "./domain-error";

/** Names without a syntax of their own: the form library would read paths and orders to itself in them. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** What every object has, such as `constructor`, is no field: whoever reads the answer would trip over it. */
const isFieldName = (name: string) => FIELD_NAME.test(name) && !(name in Object.prototype);
/** What a link's `ping` sends: a body without anything to say. */
const PING_TYPE = /^text\/ping\b/i;
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const READ_AND_FORGOTTEN = 1024 * 1024;
/** The form library joins fields of one name in a time that grows with the square of their number. */
const MAX_FIELDS = 200;
/** The longest that the standard has: RFC 2046, section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))/i;

/**
 * Reads a posted form without ever holding more than `limit` bytes of it.
 * @throws {DomainError} `bodyTooLarge`, or `bodyUnreadable` for anything that is not a form.
 */
export async function readForm(request: Request, limit = 64 * 1024): Promise<FormData> {
	const type = request.headers.get("Content-Type") ?? "";
	if (PING_TYPE.test(type)) return new FormData();
	// Nothing unpacks it: what is packed would be read as something else.
	const packed = (request.headers.get("Content-Encoding") ?? "identity") !== "identity";
	if (packed || !FORM_TYPES.test(type)) throw new DomainError("bodyUnreadable");
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of bytesOf(request)) {
		size += chunk.byteLength;
		if (size <= limit) chunks.push(chunk);
		// Read on for a while: leaving at once closes the connection, and no answer arrives.
		else if (size > limit + READ_AND_FORGOTTEN) break;
	}
	if (size > limit) throw new DomainError("bodyTooLarge");
	const body = Buffer.concat(chunks);
	const form = /^application/i.test(type) ? fieldsOf(body) : await partsOf(body, type);
	const names = [...(form?.keys() ?? [])];
	if (!form || names.length > MAX_FIELDS || names.some((name) => !isFieldName(name)))
		throw new DomainError("bodyUnreadable");
	return form;
}

/** What most forms are; far cheaper than asking a Response to parse it. */
function fieldsOf(body: Buffer): FormData | undefined {
	if (hasMore(body, "&", MAX_FIELDS)) return undefined;
	const form = new FormData();
	for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value);
	return form;
}

/** With files, or undefined for what is no such form. */
async function partsOf(body: Buffer<ArrayBuffer>, type: string): Promise<FormData | undefined> {
	const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
	const boundary = quoted ?? plain;
	if (boundary === undefined || hasMore(body, `--${boundary}`, MAX_FIELDS)) return undefined;
	return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}

/** Counted before anything is parsed, which costs far more. */
function hasMore(body: Buffer, separator: string, most: number): boolean {
	let count = 0;
	for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length)) {
		count += 1;
		if (count > most) return true;
	}
	return false;
}

/** Node's web streams can be iterated over, which the DOM's types do not say. */
const bytesOf = (request: Request) => (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
