import { z } from "zod";
import { readBody } from "~/http/bounded-body.server";
import { NotJson, parseOutsideJson } from "~/http/outside-json.server";
import { abortWithin } from "~/lib/abort-within.server";
import { singleLine } from "~/lib/single-line";
import { itemsOf } from "~/lib/valid-items";
import type { Log } from "~/observability/log.server";
import type { PlatformId } from "./inbox/platform-event";
import { MalformedMessage, parseFields } from "./platform-fields";

/**
 * `unauthorised`: the platform refuses the token and its renewal; the channel must be connected again.
 * `refused`: it refuses the request. `unreachable`: it gave no usable answer. `busy`: the site has sent too many requests.
 */
export type PlatformFault = "unauthorised" | "refused" | "unreachable" | "busy";

/** A request to a platform failed. The message names the request without parameters, and contains no secrets. */
export class PlatformError extends Error {
	override name = "PlatformError";
	/**
	 * @param status of the answer, if there was one.
	 * @param reason the platform's own words; empty without any.
	 */
	constructor(
		readonly kind: PlatformFault,
		message: string,
		readonly status?: number,
		readonly reason = "",
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

/** The tokens of the account that has connected the channel. */
export interface UserTokens {
	accessToken: string;
	refreshToken: string;
	/** What the account has granted; undefined if it is not known. */
	scopes?: readonly string[] | undefined;
}

/** Where the tokens of the connected channel are kept. */
export interface TokenStore {
	/** Undefined while no channel is connected. */
	read(): UserTokens | undefined;
	/** Tokens that cannot be stored are kept in memory all the same: the earlier ones are no longer valid. */
	save(tokens: UserTokens): Promise<void>;
}

export interface PlatformRequest {
	method?: "GET" | "POST" | "DELETE";
	/** Without parameters. */
	address: string;
	query?: Record<string, string> | URLSearchParams;
	/** How the token is named in `Authorization`. */
	scheme?: "Bearer" | "OAuth";
	/** Sent as a form if it is URLSearchParams, else as JSON. */
	body?: URLSearchParams | object;
	/** Texts besides the tokens that must not appear in an error. */
	secrets?: readonly string[];
	/** Statuses besides 2xx that are not failures. */
	accepts?: readonly number[];
}

/** Who sends a request: the site itself, the account that has connected the channel, or the owner of a token that is not stored. */
export type Sender = "app" | "user" | "nobody" | Pick<UserTokens, "accessToken">;

/** A validator of what a platform has sent. */
type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

/** What the client of each platform needs. */
export interface PlatformTools {
	fetcher: typeof fetch;
	now: () => Date;
	log: Pick<Log, "info" | "warn" | "error">;
	/** Aborted at shutdown. */
	ended: AbortSignal;
	clientId: string;
	clientSecret: string;
	tokens: TokenStore;
	/** Time limit of a request in ms. */
	timeoutMs?: number;
}

interface Options extends PlatformTools {
	/** Of the OAuth server. */
	endpoints: { authorize: string; token: string };
	/** Sent with each request. */
	headers?: Record<string, string>;
}

interface AppToken {
	token: string;
	/** Epoch ms. */
	expiresAt: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REASON = 200;
/** An app token is renewed this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000;
const UNAUTHORISED = 401;
/** With this status, or 401, a token endpoint refuses a refresh token. */
const INVALID_GRANT = 400;

const appSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
/** Twitch lists scopes, Kick separates them by spaces. */
const scopesIn = z
	.union([z.array(z.string()), z.string().transform((text) => text.split(" "))])
	.optional()
	.catch(undefined);
const userSchema = z
	.object({ access_token: z.string().min(1), refresh_token: z.string().min(1), scope: scopesIn })
	.transform(({ access_token, refresh_token, scope: scopes }) => ({
		...{ accessToken: access_token, refreshToken: refresh_token },
		...(scopes && { scopes }),
	}));

/**
 * Creates a client of a platform's API and of its OAuth server. The app's token is kept in memory. A user token that the platform
 * refuses is refreshed by one request, for which concurrent requests wait. A request ends after 10 s or 2 MiB and is not repeated:
 * the channel asks again in the next minute. Redirects are not followed, because requests contain secrets. All requests throw
 * {@link PlatformError}, or after `ended` its reason.
 */
export function createPlatformClient({ fetcher, now, log, ended, tokens: store, ...options }: Options) {
	const { clientId: client_id, clientSecret: client_secret, endpoints, headers } = options;
	const { timeoutMs = TIMEOUT_MS } = options;
	let app: AppToken | undefined;
	let asking: Promise<AppToken> | undefined;
	let refreshing: Promise<UserTokens> | undefined;

	async function send(request: PlatformRequest, token?: string): Promise<unknown> {
		const { scheme = "Bearer" } = request;
		const secrets = [...(request.secrets ?? []), client_secret, token ?? ""];
		try {
			return await abortWithin(timeoutMs, ended, async (signal) => {
				const init = initOf(request, { ...headers, ...(token && { Authorization: `${scheme} ${token}` }) });
				const response = await fetcher(addressOf(request), { ...init, redirect: "manual", signal });
				return bodyOf(request, response, await readBody(response.body, MAX_BYTES), secrets);
			});
		} catch (error) {
			if (ended.aborted) throw ended.reason;
			if (error instanceof PlatformError) throw error;
			// The error of `fetch` may contain the address; its cause has the code of the failure.
			const cause = error instanceof TypeError && error.cause ? error.cause : error;
			throw new PlatformError("unreachable", `${nameOf(request)}: no answer`, undefined, "", { cause });
		}
	}

	/** Asks for tokens, which are not stored. */
	async function requestTokens<Value>(fields: Record<string, string>, schema: Schema<Value>): Promise<Value> {
		const request: PlatformRequest = {
			...{ method: "POST", address: endpoints.token, secrets: Object.values(fields) },
			body: new URLSearchParams({ ...fields, client_id, client_secret }),
		};
		return readAnswer(request, await send(request), schema);
	}

	async function requestAppToken(): Promise<AppToken> {
		const asked = now().getTime();
		const answer = await requestTokens({ grant_type: "client_credentials" }, appSchema);
		return { token: answer.access_token, expiresAt: asked + answer.expires_in * 1000 - EXPIRY_MARGIN_MS };
	}

	async function appToken(): Promise<string> {
		if (app && app.expiresAt > now().getTime()) return app.token;
		asking ??= requestAppToken().finally(() => {
			asking = undefined;
		});
		app = await asking;
		return app.token;
	}

	/** @throws {PlatformError} `unauthorised` while no channel is connected. */
	function userTokens(): UserTokens {
		const kept = store.read();
		if (!kept) throw new PlatformError("unauthorised", "no channel is connected");
		return kept;
	}

	async function requestRefresh({ accessToken, refreshToken, scopes }: UserTokens): Promise<UserTokens> {
		try {
			const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
			const renewed = { ...(scopes && { scopes }), ...(await requestTokens(fields, userSchema)) };
			// Otherwise the channel has been disconnected or connected again since.
			if (store.read()?.accessToken === accessToken)
				await store.save(renewed).catch((error: unknown) => {
					log.error({ event: "platform-tokens-unsaved", err: error });
				});
			return renewed;
		} catch (error) {
			if (error instanceof PlatformError && error.status === INVALID_GRANT)
				throw new PlatformError("unauthorised", error.message, error.status, "", { cause: error });
			throw error;
		}
	}

	const tokenOf = async (sender: "app" | "user") =>
		sender === "app" ? appToken() : (await (refreshing ?? userTokens())).accessToken;

	async function renew(sender: "app" | "user", refused: string): Promise<string> {
		if (sender === "app") {
			if (app?.token === refused) app = undefined;
			return appToken();
		}
		const tokens = userTokens();
		// Another request has already refreshed them.
		if (tokens.accessToken !== refused) return tokens.accessToken;
		refreshing ??= requestRefresh(tokens).finally(() => {
			refreshing = undefined;
		});
		return (await refreshing).accessToken;
	}

	/** Sends a request. If the platform refuses the token of the app or the user, a new one is obtained once. */
	async function sendAs(sender: Sender, request: PlatformRequest): Promise<unknown> {
		if (sender === "nobody") return send(request);
		if (typeof sender === "object") return send(request, sender.accessToken);
		const token = await tokenOf(sender);
		try {
			return await send(request, token);
		} catch (error) {
			if (!(error instanceof PlatformError) || error.status !== UNAUTHORISED) throw error;
			return send(request, await renew(sender, token));
		}
	}

	return {
		/** @returns the JSON value; a {@link NotJson} for anything else. */
		send: sendAs,

		/** Sends a request and validates its answer. @throws {PlatformError} `unreachable` for an invalid answer. */
		read: async <Value>(sender: Sender, request: PlatformRequest, schema: Schema<Value>): Promise<Value> =>
			readAnswer(request, await sendAs(sender, request), schema),

		/** A list in an answer, without its invalid items, which are logged once per answer: see {@link itemsOf}. */
		listIn: <Item>(request: PlatformRequest, item: Schema<Item>, bounds?: { needsOne: boolean }) => {
			const note = (left: object) =>
				log.warn({ event: "platform-items-left-out", request: nameOf(request), ...left });
			return itemsOf(item, note, bounds);
		},

		/** The address at which the broadcaster grants scopes to the site. */
		authorizeUrl(
			scopes: readonly string[],
			fields: { state: string; redirect_uri: string } & Record<string, string>,
		): string {
			const query = { response_type: "code", client_id, scope: scopes.join(" "), ...fields };
			return `${endpoints.authorize}?${new URLSearchParams(query)}`;
		},

		/** Exchanges the code of the platform's answer for tokens, which are not stored. */
		exchange: (
			fields: { code: string; redirect_uri: string } & Record<string, string>,
		): Promise<UserTokens> => requestTokens({ grant_type: "authorization_code", ...fields }, userSchema),
	};
}

/** @returns the JSON value of an answer. @throws {PlatformError} unless its status is a success. */
function bodyOf(
	request: PlatformRequest,
	{ status, ok, headers }: Response,
	bytes: Uint8Array,
	secrets: readonly string[],
): unknown {
	const body = jsonIn(bytes, headers.get("content-type"));
	if (ok || request.accepts?.includes(status)) return body;
	const reason = reasonIn(body, secrets);
	const message = `${nameOf(request)}: ${status}${reason && ` (${reason})`}`;
	throw new PlatformError(faultOf(status), message, status, reason);
}

function faultOf(status: number): PlatformFault {
	if (status === UNAUTHORISED) return "unauthorised";
	if (status === 429) return "busy";
	return status >= 500 ? "unreachable" : "refused";
}

function readAnswer<Value>(request: PlatformRequest, body: unknown, schema: Schema<Value>): Value {
	try {
		if (body instanceof NotJson) throw body;
		return parseFields(schema, body, "answer");
	} catch (error) {
		const reason = error instanceof Error ? error.message : "invalid answer";
		throw new PlatformError("unreachable", `${nameOf(request)}: ${reason}`, undefined, "", { cause: error });
	}
}

const nameOf = ({ method = "GET", address }: PlatformRequest) => `${method} ${new URL(address).pathname}`;

function addressOf({ address, query }: PlatformRequest): string {
	const search = new URLSearchParams(query).toString();
	return address + (search && `?${search}`);
}

function initOf({ method = "GET", body }: PlatformRequest, headers: Record<string, string>): RequestInit {
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

function jsonIn(bytes: Uint8Array, contentType: string | null): unknown {
	try {
		return parseOutsideJson(bytes, contentType);
	} catch (error) {
		return error;
	}
}

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

/** Reads a message. One that cannot be read is logged and ignored: after a failure the platform would send it again. */
export function parsedOrLogged<Message>(
	log: Pick<Log, "error">,
	platform: PlatformId,
	read: () => Message | undefined,
): Message | undefined {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof MalformedMessage) && !(error instanceof NotJson)) throw error;
		log.error({ event: "platform-message-unreadable", platform, err: error });
		return undefined;
	}
}
