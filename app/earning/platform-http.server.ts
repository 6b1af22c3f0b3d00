import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { readBody } from "~/http/bounded-body.server";
import { NotJson, parseOutsideJson } from "~/http/outside-json.server";
import { abortWithin } from "~/lib/abort-within.server";
import { readRetryAfter } from "~/lib/retry-after";
import { singleLine } from "~/lib/single-line";
import { itemsOf } from "~/lib/valid-items";
import type { Log } from "~/observability/log.server";
import { parseFields } from "./platform-fields";

/**
 * `unauthorised`: the platform refuses the token and its renewal; the channel must be connected again.
 * `refused`: it refuses the request. `unreachable`: it gave no usable answer. `busy`: the site has sent too many requests.
 */
export type PlatformFault = "unauthorised" | "refused" | "unreachable" | "busy";

/** A request to a platform failed. The message names the request without parameters, and contains no secrets. */
export class PlatformError extends Error {
	override name = "PlatformError";
	/** The status of the last answer, if there was one. */
	readonly status: number | undefined;
	/** The platform's own words; empty without any. */
	readonly reason: string;
	constructor(
		readonly kind: PlatformFault,
		message: string,
		{ status, reason = "", ...options }: ErrorOptions & { status?: number | undefined; reason?: string } = {},
	) {
		super(message, options);
		this.status = status;
		this.reason = reason;
	}
}

export interface PlatformRequest {
	method?: "GET" | "POST" | "DELETE";
	/** The base address, such as https://api.twitch.tv/helix. */
	base: string;
	path: string;
	query?: Record<string, string> | URLSearchParams;
	headers?: Record<string, string>;
	/** Sent as a form if it is URLSearchParams, else as JSON. */
	body?: URLSearchParams | object;
	/** Texts that must not appear in an error. */
	secrets: readonly string[];
	/** Statuses besides 2xx that are not failures. */
	accepts?: readonly number[];
}

export interface PlatformAnswer {
	status: number;
	/** The JSON value; a {@link NotJson} for anything else. */
	body: unknown;
}

export interface HttpTools {
	fetcher: typeof fetch;
	now: () => Date;
	log: Pick<Log, "warn">;
	/** Aborted at shutdown. */
	ended: AbortSignal;
	/** For tests. */
	timing?: Partial<typeof TIMING>;
}

const TIMING = {
	/** Time limit of each attempt. */
	timeoutMs: 10_000,
	/** The wait before the second attempt; doubled before each further one. */
	backoffMs: 500,
	maxWaitMs: 60_000,
	random: Math.random,
	wait: (ms: number, ended: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal: ended }),
};

const ATTEMPTS = 3;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REASON = 200;
const TOO_MANY = 429;

/** A failure of an attempt that may be temporary. */
interface Failure {
	error: PlatformError;
	/** ms that the platform demands until the next attempt. */
	pauseMs?: number | undefined;
}

export type PlatformHttp = ReturnType<typeof createPlatformHttp>;

/**
 * Creates the HTTP client of the platforms' APIs. An attempt ends after 10 s or 2 MiB. A request is attempted up to 3 times
 * if there is no answer, or one with status 429 or 5xx. The wait between them has jitter and is as long as
 * `ratelimit-reset` or `retry-after` demands; if that is over 60 s, the request fails. Redirects are not followed, because
 * requests contain secrets.
 */
export function createPlatformHttp({ fetcher, now, log, ended, timing }: HttpTools) {
	const { timeoutMs, backoffMs, maxWaitMs, random, wait } = { ...TIMING, ...timing };

	/** @returns the answer, or a failure that may be temporary. @throws {PlatformError} for a final one. */
	async function attempt(request: PlatformRequest): Promise<PlatformAnswer | Failure> {
		const name = nameOf(request);
		try {
			return await abortWithin(timeoutMs, ended, async (signal) => {
				const response = await fetcher(addressOf(request), {
					...initOf(request),
					redirect: "manual",
					signal,
				});
				return outcomeOf(request, response, await readBody(response.body, MAX_BYTES));
			});
		} catch (error) {
			if (ended.aborted) throw ended.reason;
			if (error instanceof PlatformError) throw error;
			// The error of `fetch` may contain the address; its cause has the code of the failure.
			const reason = error instanceof TypeError && error.cause ? error.cause : error;
			return { error: new PlatformError("unreachable", `${name}: no answer`, { cause: reason }) };
		}
	}

	function outcomeOf(
		request: PlatformRequest,
		response: Response,
		bytes: Uint8Array,
	): PlatformAnswer | Failure {
		const { status, ok, headers } = response;
		const name = nameOf(request);
		const body = jsonIn(bytes, headers.get("content-type"));
		const reason = reasonIn(body, request.secrets);
		if (status === TOO_MANY) {
			const error = new PlatformError("busy", `${name}: 429${inBrackets(reason)}`, { status, reason });
			return { error, pauseMs: pauseOf(response, now()) };
		}
		if (status >= 500) {
			const pauseMs = readRetryAfter(headers.get("retry-after"), now());
			return { error: new PlatformError("unreachable", `${name}: ${status}`, { status }), pauseMs };
		}
		if (ok || request.accepts?.includes(status)) return { status, body };
		const kind = status === 401 ? "unauthorised" : "refused";
		throw new PlatformError(kind, `${name}: ${status}${inBrackets(reason)}`, { status, reason });
	}

	return {
		/** @throws {PlatformError}; after `ended` its reason. */
		async send(request: PlatformRequest): Promise<PlatformAnswer> {
			for (let tries = 1; ; tries++) {
				const outcome = await attempt(request);
				if (!("error" in outcome)) return outcome;
				const { error } = outcome;
				const pauseMs = Math.max(outcome.pauseMs ?? 0, backoffMs * 2 ** (tries - 1) * (1 + random()));
				if (tries === ATTEMPTS || pauseMs > maxWaitMs) throw error;
				log.warn({ event: "platform-request-repeated", tries, reason: error.message });
				// After `ended`, the next attempt throws its reason.
				await wait(pauseMs, ended).catch(() => {});
			}
		},

		/** Sends a request and validates its answer. @throws {PlatformError} `unreachable` for an invalid answer. */
		async read<Value>(
			request: PlatformRequest,
			schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
		): Promise<Value> {
			return readAnswer(request, (await this.send(request)).body, schema);
		},

		/** A list in an answer, without its invalid items, which are logged once per answer: see {@link itemsOf}. */
		listIn: <Item>(
			request: Pick<PlatformRequest, "method" | "path">,
			item: z.ZodType<Item, z.ZodTypeDef, unknown>,
			bounds?: { needsOne: boolean },
		) => {
			const note = (left: object) =>
				log.warn({ event: "platform-items-left-out", request: nameOf(request), ...left });
			return itemsOf(item, note, bounds);
		},
	};
}

/** Validates the body of an answer. @throws {PlatformError} `unreachable` */
export function readAnswer<Value>(
	request: Pick<PlatformRequest, "method" | "path">,
	body: unknown,
	schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
): Value {
	try {
		if (body instanceof NotJson) throw body;
		return parseFields(schema, body, "answer");
	} catch (error) {
		const reason = error instanceof Error ? error.message : "invalid answer";
		throw new PlatformError("unreachable", `${nameOf(request)}: ${reason}`, { cause: error });
	}
}

const nameOf = ({ method = "GET", path }: Pick<PlatformRequest, "method" | "path">) => `${method} ${path}`;

function addressOf({ base, path, query }: PlatformRequest): string {
	const search = new URLSearchParams(query).toString();
	return base + path + (search && `?${search}`);
}

function initOf({ method = "GET", headers, body }: PlatformRequest): RequestInit {
	const isJson = body !== undefined && !(body instanceof URLSearchParams);
	return {
		method,
		headers: {
			Accept: "application/json",
			"User-Agent": "Plateia",
			...(isJson && { "Content-Type": "application/json" }),
			...headers,
		},
		body: isJson ? JSON.stringify(body) : (body ?? null),
	};
}

/** ms that an answer with status 429 demands: Twitch names the second in which the limit is reset. */
function pauseOf({ headers }: Response, now: Date): number | undefined {
	const reset = Number(headers.get("ratelimit-reset") ?? Number.NaN);
	if (reset > 0) return Math.max(0, reset * 1000 - now.getTime());
	return readRetryAfter(headers.get("retry-after"), now);
}

function jsonIn(bytes: Uint8Array, contentType: string | null): unknown {
	try {
		return parseOutsideJson(bytes, contentType);
	} catch (error) {
		return error;
	}
}

const inBrackets = (text: string) => text && ` (${text})`;

/** The platform's reason for a refusal, without the secrets that it may quote. */
function reasonIn(body: unknown, secrets: readonly string[]): string {
	const { message, error_description, error } = (body ?? {}) as Record<string, unknown>;
	const reason = [message, error_description, error].find(
		(value) => typeof value === "string" && value !== "",
	);
	if (typeof reason !== "string") return "";
	const cleaned = secrets.reduce(
		(text, secret) => (secret ? text.replaceAll(secret, "…") : text),
		singleLine(reason),
	);
	return cleaned.slice(0, MAX_REASON);
}
