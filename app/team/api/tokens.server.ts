import { createHash, randomBytes } from "node:crypto";
import { transact } from "db/transact";
import { staffOf } from "~/account/viewer";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { createRateLimit } from "~/forms/rate-limit.server";
import type { Config } from "~/lib/config.server";
import { reportFault } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import { problem } from "./problem.server";
import { SCOPES, type Scope, type Token } from "./tokens";
import { findTokens, findValidTokens, insertToken, revoke, setLastUse } from "./tokens.queries.server";

declare module "~/lib/site" {
	interface Site extends ReturnType<typeof openTokens> {}
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USE_STORED_EVERY_MS = 60 * 1000;
/** Requests of a token. */
const LIMIT = { points: 300, seconds: 60 };
/** By it, scanners of published code find leaked tokens. */
const PREFIX = "plateia_";
const BYTES = 32;
const SECRET = /^plateia_[\w-]{43}$/;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** What counts the requests of programs, in each process by itself. */
export const openTokens = ({ config }: { config: Pick<Config, "RATE_LIMIT_SCALE"> }) => ({
	countRequest: createRateLimit(LIMIT, config.RATE_LIMIT_SCALE),
});

type ReadSite = Pick<Site, "db" | "now"> & { config: Pick<Config, "ADMIN_SUBJECTS"> };

type ValidToken = Token & { lastUsedAt: string | null };

/** The tokens that may be used: not revoked, not ended, and of somebody who is still an admin. */
async function findValid(
	{ db, now, config }: ReadSite,
	by: Parameters<typeof findValidTokens>[1],
): Promise<ValidToken[]> {
	return (await findValidTokens(db, by, now().toISOString()))
		.filter((row) => staffOf({ ...row, rights: null }, config).isAdmin)
		.map((row) => ({
			...{ id: row.id, name: row.name, dailyPoints: row.daily_points, createdBy: row.created_by },
			...{ scopes: scopesIn(row.scopes), endsAt: row.ends_at, lastUsedAt: row.last_used_at },
		}));
}

/** A token that may be used, as the program sends it; undefined for any other text. */
export const findToken = async (site: ReadSite, secret: string): Promise<ValidToken | undefined> =>
	SECRET.test(secret) ? (await findValid(site, { hash: hashOf(secret) }))[0] : undefined;

/** Whether a token may still be used. Open streams of programs ask twice a second. */
export const isValid = async (site: ReadSite, by: { id: string }): Promise<boolean> =>
	(await findValid(site, by)).length > 0;

/** Names of scopes that no longer exist are left out. */
function scopesIn(stored: string): Scope[] {
	const names: unknown = JSON.parse(stored);
	return SCOPES.filter((scope) => Array.isArray(names) && names.includes(scope));
}

/**
 * The token of a program's request, `Authorization: Bearer TOKEN`. Counts the request and notes the
 * use. Pages of other sites are refused before anything is looked up.
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
	const token = await findToken(site, secret);
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
		// A request does not fail because its time could not be stored.
		await transact(site.db, (trx) => setLastUse(trx, token.id, at.toISOString())).catch(reportFault);
	return token;
}

type CountSite = Pick<Site, "countRequest">;

/** @throws a `problem+json` Response: 429 above the limit. */
async function count({ countRequest }: CountSite, { id }: Token): Promise<void> {
	try {
		await countRequest(id);
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		const seconds = String(error.values?.seconds);
		throw problem(429, "too-many-requests", `Wait ${seconds} s.`, { "Retry-After": seconds });
	}
}

export interface NewToken {
	/** The key of the form, which becomes the id: a form that is sent twice creates one token. */
	id: string;
	name: string;
	scopes: readonly Scope[];
	/** Ignored without the scope `points`, which needs them. */
	dailyPoints: number | "";
	days: string;
}

type WriteSite = Pick<Site, "db" | "now"> & { log: Pick<Site["log"], "info"> };

/**
 * Creates a token and writes the change log.
 * @returns the token, which is not stored: only its hash is.
 * @throws {DomainError} `tokenPointsInvalid`; `pageExpired` for a form that was sent before.
 */
export async function createToken(
	site: WriteSite,
	adminId: string,
	{ id, name, scopes, days, ...typed }: NewToken,
): Promise<string> {
	const givesPoints = scopes.includes("points");
	if (givesPoints && typed.dailyPoints === "") throw new DomainError("tokenPointsInvalid");
	const dailyPoints = givesPoints ? Number(typed.dailyPoints) : null;
	const secret = PREFIX + randomBytes(BYTES).toString("base64url");
	const endsAt = new Date(site.now().getTime() + Number(days) * DAY_MS).toISOString();
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

/** Revokes a token and writes the change log. Does nothing for a revoked one. */
export async function revokeToken(site: WriteSite, adminId: string, id: string): Promise<void> {
	await writeChange(site, adminId, {
		async write(trx, at) {
			const name = await revoke(trx, id, at.toISOString());
			return name === undefined ? undefined : { action: "token.revoke", subject: id, subjectName: name };
		},
		published: () => site.log.info({ event: "token-revoked", tokenId: id, adminId }),
	});
}

/** The newest tokens for the page of admins. */
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
