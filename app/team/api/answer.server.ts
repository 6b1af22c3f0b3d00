import type { z } from "zod/v4";
import { DomainError } from "~/forms/domain-error";
import { RETRY_AFTER_SECONDS, storageRefusalOf } from "~/forms/storage-refusal";
import { BodyTooLong, readRequestBody } from "~/http/bounded-body.server";
import { parseOutsideJson } from "~/http/outside-json.server";
import type { Site } from "~/lib/site";
import { DOCUMENT, describeApi } from "./openapi.server";
import { type ApiSite, OPERATIONS, type Operation } from "./operations.server";
import { json, problem } from "./problem.server";
import { requireToken } from "./tokens.server";

const MAX_BYTES = 4 * 1024;
const KEY = /^[!-~]{1,100}$/;

type AnswerSite = ApiSite & Pick<Site, "log" | "countRequest">;

/**
 * Answers a request of a program below `/api/v1/` in JSON: a token counts instead of a session, and no page is rendered.
 * Refusals are `problem+json`.
 * @param path below `/api/v1/`.
 * @param waitForSlot resolves to undefined for a request that is rejected as overloaded. Called for a POST with its body.
 */
export async function answerApi(
	site: AnswerSite,
	request: Request,
	path: string,
	waitForSlot: () => Promise<(() => void) | undefined>,
): Promise<Response> {
	let freeSlot: (() => void) | undefined;
	try {
		if (path === DOCUMENT && request.method === "GET") return json(describeApi(site.config.APP_ORIGIN));
		const operation = operationOf(request.method, path);
		const bytes = operation.body ? await readRequestBody(request.body, MAX_BYTES) : undefined;
		if (bytes) freeSlot = await waitForSlot();
		if (bytes && !freeSlot) throw unavailable("The site is busy.");
		const token = await requireToken(site, request, operation.scope);
		const query = checked(operation.query, Object.fromEntries(new URL(request.url).searchParams));
		const call = { site, token, query, body: {}, idempotencyKey: "" };
		if (operation.body && bytes) {
			call.body = checked(operation.body, parsed(request, bytes));
			call.idempotencyKey = keyOf(request);
		}
		return json(operation.answer.parse(await operation.run(call)));
	} catch (error) {
		if (error instanceof Response) return error;
		if (error instanceof BodyTooLong) return problem(413, "too-large", `At most ${MAX_BYTES} bytes.`);
		if (error instanceof DomainError && error.code === "idempotencyKeyReused")
			return problem(422, "key-reused", "The Idempotency-Key was used with another body.");
		if (storageRefusalOf(error)) return unavailable("The site cannot store anything.");
		site.log.error({ event: "api-failed", path, err: error });
		return problem(500, "failed", "Something went wrong. The log of the site has the reason.");
	} finally {
		freeSlot?.();
	}
}

const unavailable = (detail: string) =>
	problem(503, "unavailable", detail, { "Retry-After": String(RETRY_AFTER_SECONDS) });

function operationOf(method: string, path: string): Operation {
	const offered = OPERATIONS.filter((one) => one.path === path);
	if (offered.length === 0) throw problem(404, "not-found", `There is no ${path}. See ${DOCUMENT}.`);
	const operation = offered.find((one) => one.method === (method === "HEAD" ? "GET" : method));
	if (operation) return operation;
	const allowed = offered.map((one) => one.method).join(", ");
	throw problem(405, "method-not-allowed", `Use ${allowed}.`, { Allow: allowed });
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
	throw problem(400, "invalid-request", "Some fields are missing or invalid.", {}, { errors });
}

function parsed(request: Request, bytes: Buffer): unknown {
	const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
	if (type.trim().toLowerCase() !== "application/json")
		throw problem(415, "not-json", "Send the header Content-Type: application/json.");
	try {
		return parseOutsideJson(bytes);
	} catch {
		throw problem(400, "invalid-request", "The body is not valid JSON.");
	}
}

/** The key, with or without the quotes that the draft of the header asks for. */
function keyOf(request: Request): string {
	const key = (request.headers.get("Idempotency-Key") ?? "").replace(/^"(.*)"$/, "$1");
	if (KEY.test(key)) return key;
	throw problem(400, "invalid-request", "Send a header Idempotency-Key, which is new for each gift.");
}
