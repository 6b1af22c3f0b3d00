import { BodyTooLong, readRequestBody } from "~/http/bounded-body.server";
import { DomainError } from "./domain-error";

/** Plain field names. Conform interprets paths and intents in other names. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** Excludes names of Object.prototype, such as `constructor`, which break lookups in objects keyed by field. */
const isFieldName = (name: string) => FIELD_NAME.test(name) && !(name in Object.prototype);
/** No form of a browser has a NUL character, which PostgreSQL cannot store. */
const isField = ([name, value]: [string, FormDataEntryValue]) =>
	isFieldName(name) && (typeof value !== "string" || !value.includes("\0"));
/** The body that a link's `ping` attribute sends; it carries no fields. */
const PING_TYPE = /^text\/ping\b/i;
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Conform merges fields of one name in quadratic time. */
const MAX_FIELDS = 200;
/** At most 70 characters: RFC 2046, section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))/i;

/**
 * Reads a posted form, URL-encoded or multipart. At most `limit` bytes (by default 64 KiB), files included, are kept
 * in memory.
 * @param body by default that of the request.
 * @returns the fields and files; none for a `text/ping` body.
 * @throws {DomainError} `bodyTooLarge` above `limit`; or `bodyUnreadable` for another content type, a compressed or
 * malformed body, more than 200 fields, an unsupported field name or a NUL character in a value.
 */
export async function readForm(
	{ headers, body: ownBody }: Request,
	limit = 64 * 1024,
	body: Parameters<typeof readRequestBody>[0] = ownBody,
): Promise<FormData> {
	const type = headers.get("Content-Type") ?? "";
	if (PING_TYPE.test(type)) return new FormData();
	// Request bodies are not decompressed.
	const packed = (headers.get("Content-Encoding") ?? "identity") !== "identity";
	if (packed || !FORM_TYPES.test(type)) throw new DomainError("bodyUnreadable");
	const bytes = await readRequestBody(body, limit).catch((error: unknown) => {
		throw error instanceof BodyTooLong ? new DomainError("bodyTooLarge") : error;
	});
	const form = /^application/i.test(type) ? fieldsOf(bytes) : await partsOf(bytes, type);
	const fields = [...(form?.entries() ?? [])];
	if (!form || fields.length > MAX_FIELDS || !fields.every(isField)) throw new DomainError("bodyUnreadable");
	return form;
}

/** Parses a URL-encoded body, far faster than `Response.formData`. @returns undefined for too many fields. */
function fieldsOf(body: Buffer): FormData | undefined {
	if (hasMore(body, "&", MAX_FIELDS)) return undefined;
	const form = new FormData();
	for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value);
	return form;
}

/** Parses a multipart body. @returns undefined if it is malformed or has too many parts. */
async function partsOf(body: Buffer<ArrayBuffer>, type: string): Promise<FormData | undefined> {
	const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
	const boundary = quoted ?? plain;
	if (boundary === undefined || hasMore(body, `--${boundary}`, MAX_FIELDS)) return undefined;
	return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}

/** Whether `separator` occurs more than `most` times. Checked before parsing, which costs far more. */
function hasMore(body: Buffer, separator: string, most: number): boolean {
	let count = 0;
	for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length)) {
		count += 1;
		if (count > most) return true;
	}
	return false;
}
