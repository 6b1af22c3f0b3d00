import { createHash, randomBytes } from "node:crypto";
import type { Bus } from "db/engine";
import { transact } from "db/transact";
import { staffOf } from "~/account/viewer";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { createRateLimit } from "~/forms/rate-limit.server";
import type { Config } from "~/lib/config.server";
import { inBackground } from "~/lib/guarded";
import { currentContext } from "~/lib/request-context.server";
import type { Site } from "~/lib/site";
import { inAllProcesses } from "~/live/all-processes.server";
import { problem } from "./problem.server";
import { SCOPES, type Scope, type Token } from "./tokens";
import { findTokens, findValidToken, insertToken, revoke, setLastUse } from "./tokens.queries.server";

declare module "~/lib/site" {
	interface Site extends ReturnType<typeof openTokens> {}
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USE_STORED_EVERY_MS = 60 * 1000;
/** Requests of a token. */
const LIMIT = { points: 300, seconds: 60 };
/** Says what it is, so that scanners of published code find leaked tokens. */
const PREFIX = "plateia_";
const BYTES = 32;
const SECRET = /^plateia_[\w-]{43}$/;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** What all requests and streams of programs share. */
export function openTokens({ bus, config }: { bus: Bus; config: Pick<Config, "RATE_LIMIT_SCALE"> }) {
	const listeners = new Set<() => void>();
	const recheckTokens = () => {
		for (const listener of listeners) listener();
	};
	return {
		/** Must be called in each process after a token was revoked or an admin removed. */
		recheckTokens,
		tokensChanged: inAllProcesses(bus, "tokens", recheckTokens),
		/**
		 * Calls the listener when a token may have become invalid. Who holds a stream open must then call {@link isValid}, and
		 * also from time to time, because a message between processes may be lost and a token ends.
		 * @returns a function that removes the listener.
		 */
		onTokensChanged(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		countRequest: createRateLimit(LIMIT, config.RATE_LIMIT_SCALE),
		maxRequests: Math.ceil(LIMIT.points * config.RATE_LIMIT_SCALE),
	};
}

type ReadSite = Pick<Site, "db" | "now"> & { config: Pick<Config, "ADMIN_SUBJECTS"> };

/**
 * A token that may be used: not revoked, not ended, and of somebody who is still an admin.
 * @param by the token as the program sends it, or its id.
 */
export async function findToken(
	{ db, now, config }: ReadSite,
	by: { secret: string } | { id: string },
): Promise<(Token & { lastUsedAt: string | null }) | undefined> {
	if ("secret" in by && !SECRET.test(by.secret)) return undefined;
	const row = await findValidToken(
		db,
		"secret" in by ? { hash: hashOf(by.secret) } : by,
		now().toISOString(),
	);
	if (!row || !staffOf({ ...row, rights: null }, config).isAdmin) return undefined;
	return {
		...{ id: row.id, name: row.name, dailyPoints: row.daily_points, createdBy: row.created_by },
		...{ scopes: scopesIn(row.scopes), endsAt: row.ends_at, lastUsedAt: row.last_used_at },
	};
}

/** Whether a token may still be used. */
export const isValid = async (site: ReadSite, { id }: Pick<Token, "id">): Promise<boolean> =>
	(await findToken(site, { id })) !== undefined;

/** Names of scopes that no longer exist are left out. */
function scopesIn(stored: string): Scope[] {
	const names: unknown = JSON.parse(stored);
	return SCOPES.filter((scope) => Array.isArray(names) && names.includes(scope));
}

/**
 * The token of a program's request, `Authorization: Bearer TOKEN`. Counts the request, sets the headers of the rate limit and
 * notes the use. Pages of other sites are refused before anything is looked up.
 * @throws a `problem+json` Response: 401 without a valid token, 403 without the scope or from a page of another site, 429.
 */
export async function requireToken(
	site: ReadSite & CountSite,
	request: Request,
	scope: Scope,
): Promise<Token> {
	const from = request.headers.get("Sec-Fetch-Site") ?? "none";
	if (from !== "none" && from !== "same-origin")
		throw problem(403, "other-site", "Pages of other sites cannot use this API.");
	const secret = /^Bearer +(\S+) *$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
	const challenge = { "WWW-Authenticate": "Bearer" };
	if (!secret) throw problem(401, "no-token", "Send the header Authorization: Bearer TOKEN.", challenge);
	const token = await findToken(site, { secret });
	if (!token)
		throw problem(401, "invalid-token", "The token is unknown, has ended or was revoked.", {
			"WWW-Authenticate": 'Bearer error="invalid_token"',
		});
	await count(site, token);
	if (!token.scopes.includes(scope))
		throw problem(403, "missing-scope", `The token lacks the scope ${scope}.`, {
			"WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
		});
	const at = site.now();
	if (at.getTime() - Date.parse(token.lastUsedAt ?? "1970-01-01") >= USE_STORED_EVERY_MS)
		inBackground(() => transact(site.db, (trx) => setLastUse(trx, token.id, at.toISOString())));
	return token;
}

type CountSite = Pick<Site, "countRequest" | "maxRequests">;

/** Counts a request and describes the limit to the program, also beside a stream. */
async function count({ countRequest, maxRequests }: CountSite, { id }: Token): Promise<void> {
	const response = currentContext()?.response;
	response?.setHeader("RateLimit-Policy", `"token";q=${maxRequests};w=${LIMIT.seconds}`);
	const tell = (left: number, seconds: number) =>
		response?.setHeader("RateLimit", `"token";r=${left};t=${seconds}`);
	try {
		const { left, seconds } = await countRequest(id);
		tell(left, seconds);
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		const seconds = Number(error.values?.seconds ?? LIMIT.seconds);
		tell(0, seconds);
		throw problem(429, "too-many-requests", `Wait ${seconds} s.`, { "Retry-After": String(seconds) });
	}
}

export interface NewToken {
	/** The key of the form, which becomes the id: a form that is sent twice creates one token. */
	id: string;
	name: string;
	scopes: readonly Scope[];
	dailyPoints: number | null;
	days: number;
}

type WriteSite = Pick<Site, "db" | "now" | "tokensChanged"> & { log: Pick<Site["log"], "info"> };

/**
 * Creates a token and writes the change log.
 * @returns the token, which is not stored: only its hash is.
 * @throws {DomainError} `pageExpired` for a form that was sent before.
 */
export async function createToken(
	site: WriteSite,
	adminId: string,
	{ id, name, scopes, dailyPoints, days }: NewToken,
): Promise<string> {
	const secret = PREFIX + randomBytes(BYTES).toString("base64url");
	const endsAt = new Date(site.now().getTime() + days * DAY_MS).toISOString();
	await writeChange(site, adminId, {
		async write(trx, at) {
			const isNew = await insertToken(trx, {
				...{ id, name, hash: hashOf(secret), scopes: JSON.stringify(scopes), daily_points: dailyPoints },
				...{ given_on: "", given_points: 0, created_by: adminId, created_at: at.toISOString() },
				...{ ends_at: endsAt, revoked_at: null, last_used_at: null },
			});
			if (!isNew) throw new DomainError("pageExpired");
			const after = { scopes: scopes.join(", "), dailyPoints, endsAt };
			return { action: "token.create", subject: id, subjectName: name, after };
		},
		published: () => site.log.info({ event: "token-created", tokenId: id, adminId }),
	});
	return secret;
}

/** Revokes a token, which ends its streams in all processes, and writes the change log. Does nothing for a revoked one. */
export async function revokeToken(site: WriteSite, adminId: string, id: string): Promise<void> {
	await writeChange(site, adminId, {
		async write(trx, at) {
			const name = await revoke(trx, id, at.toISOString());
			return name === undefined ? undefined : { action: "token.revoke", subject: id, subjectName: name };
		},
		published() {
			site.log.info({ event: "token-revoked", tokenId: id, adminId });
			site.tokensChanged();
		},
	});
}

/** The newest tokens for the page of admins. `endedAt` is when a token was revoked or ended; null while it may be used. */
export async function listTokens({ db, now }: Pick<Site, "db" | "now">) {
	const at = now().toISOString();
	return (await findTokens(db)).map((row) => ({
		...{ id: row.id, name: row.name, scopes: scopesIn(row.scopes), dailyPoints: row.daily_points },
		givenToday: row.given_on === at.slice(0, "2026-03-29".length) ? row.given_points : 0,
		...{ createdAt: row.created_at, endsAt: row.ends_at, lastUsedAt: row.last_used_at },
		revokedAt: row.revoked_at,
		isOver: row.revoked_at !== null || row.ends_at <= at,
		by: row.twitch_username,
	}));
}
