import { singleLine } from "~/lib/single-line";
import { readBody } from "./bounded-body.server";

/** A text of others is not JSON. The message names its content type and never quotes it, because it may hold secrets. */
export class NotJson extends SyntaxError {
	override name = "NotJson";
}

const MAX_BYTES = 1024 * 1024;
const MAX_TYPE = 100;

/**
 * Parses JSON that the site has not written: the body of a webhook or an answer. A byte order mark is dropped (RFC 8259, 8.1).
 * @throws {NotJson}
 */
export function parseOutsideJson(text: string | Uint8Array, contentType?: string | null): unknown {
	try {
		return JSON.parse(
			typeof text === "string" ? text.replace(/^\ufeff/, "") : new TextDecoder().decode(text),
		);
	} catch {
		const type = singleLine(contentType ?? "").slice(0, MAX_TYPE);
		throw new NotJson(
			text.length === 0 ? "nothing instead of JSON" : `not JSON, of type ${type || "unknown"}`,
		);
	}
}

/** Reads the body of an answer by {@link parseOutsideJson}. @throws {BodyTooLong} and any error of the stream. */
export const readOutsideJson = async (response: Response, maxBytes = MAX_BYTES): Promise<unknown> =>
	parseOutsideJson(await readBody(response.body, maxBytes), response.headers.get("content-type"));
