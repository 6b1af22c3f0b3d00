import { createHash, randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import type { Db } from "db/database";
import type { Config } from "~/platform/config.server";
import type { Log } from "~/platform/log.server";
import type { Identity, Tokens } from "./identity.server";
import { type IdentityProvider, RefreshRefused } from "./identity-provider.server";
import { registerOrUpdate } from "./registration.server";
import { deleteSession, findSession, insertSession, updateSessionTokens } from "./sessions.queries.server";
import type { TokenBox } from "./token-box.server";
import { hasRole, type Viewer } from "./viewer";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Without a refresh token roles are re-read at sign-in only, so that one comes round twice a day. */
const LIFE_MS = { renewable: 30 * DAY_MS, fixed: DAY_MS / 2 };
/** What Twitch asks of sites that people stay signed in to: when the site has started and every hour after. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Of this many sessions it is remembered when they were asked after. */
const MOST_CHECKS = 10_000;
/** The specification's clock: a tick every 30 s, a refresh when fewer than 3 ticks remain. */
const TICK_MS = 30_000;
const REFRESH_BEFORE_MS = 3 * TICK_MS;
/** A refusal that may be a gateway's is believed once it is heard again after this time. */
const DOUBT_MS = 2 * TICK_MS;

interface Tools {
	db: Db;
	config: Pick<Config, "APP_ORIGIN" | "ADMIN_SUBJECTS" | "STARTING_POINTS">;
	provider: Pick<
		IdentityProvider,
		"refresh" | "checksTokens" | "stillHolds" | "rolesOf" | "usernameOf" | "endSessionAddress"
	>;
	box: TokenBox;
	log: Log;
	now: () => Date;
	/** Told once it is stored, so that what was open for the session or the person can end. */
	onEnded?(sessionId: string): void;
	onRolesChanged?(userId: string): void;
	/** Told of a person's first sign-in. */
	onRegistered?(): void;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Signed-in browsers. The cookie holds a random token; the database only the token's hash. */
export function createSessions(tools: Tools) {
	const { db, config, provider, box, log, now } = tools;
	const secure = config.APP_ORIGIN.startsWith("https:");
	const cookieName = secure ? "__Host-session" : "session";
	const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const refreshes = new Map<string, Promise<boolean>>();
	const nextTry = new Map<string, number>();
	const checkedAt = new Map<string, number>();
	/** Since when each session's refresh is refused in words that prove nothing yet. */
	const doubtedSince = new Map<string, number>();

	const tokenOf = (request: Request) => parse(request.headers.get("Cookie") ?? "")[cookieName];
	const idOf = (token: string) => createHash("sha256").update(token).digest("hex");
	const find = (token: string) => findSession(db, idOf(token), now().toISOString());

	const profileOf = ({ claims }: Pick<Identity, "claims">) => ({
		subject: claims.sub,
		username: provider.usernameOf(claims),
		email: typeof claims.email === "string" ? claims.email : null,
		roles: provider.rolesOf(claims),
	});
	const sealed = (tokens: Tokens, id: string) => ({
		tokens: box.seal(tokens, id),
		tokens_expire_at: tokens.expiresAt,
	});

	/** Undefined when they were sealed with another secret: the site's was changed since. */
	function openTokens(session: SessionRow): Tokens | undefined {
		try {
			return box.open<Tokens>(session.tokens, session.id);
		} catch (error) {
			log.warn({ event: "tokens-unreadable", userId: session.user_id, err: error });
			return undefined;
		}
	}

	async function forget({ id }: SessionRow) {
		await deleteSession(db, id);
		nextTry.delete(id);
		checkedAt.delete(id);
		doubtedSince.delete(id);
		tools.onEnded?.(id);
	}

	/** Registers or updates the person and opens a session under a new id, whatever the browser held. */
	async function open(identity: Identity): Promise<{ userId: string; cookie: string }> {
		const at = now();
		const token = randomBytes(32).toString("base64url");
		const id = idOf(token);
		const lifeMs = identity.tokens.refreshToken ? LIFE_MS.renewable : LIFE_MS.fixed;
		const { userId, registered, rolesChanged } = await db.transaction().execute(async (trx) => {
			const startingPoints = config.STARTING_POINTS;
			const person = await registerOrUpdate(trx, profileOf(identity), { startingPoints, at });
			await insertSession(trx, {
				id,
				user_id: person.userId,
				created_at: at.toISOString(),
				expires_at: new Date(at.getTime() + lifeMs).toISOString(),
				...sealed(identity.tokens, id),
			});
			return person;
		});
		noteChecked(id);
		log.info({ event: registered ? "profile-registered" : "signed-in", userId });
		if (registered) tools.onRegistered?.();
		if (rolesChanged) tools.onRolesChanged?.(userId);
		return { userId, cookie: serialize(cookieName, token, { ...cookieOptions, maxAge: lifeMs / 1000 }) };
	}

	/** Ends the browser's session on the server. @returns where the provider ends its own, if it does. */
	async function end(request: Request): Promise<string | undefined> {
		const token = tokenOf(request);
		const session = token ? await find(token) : undefined;
		if (!session) return undefined;
		await forget(session);
		log.info({ event: "signed-out", userId: session.user_id });
		const tokens = openTokens(session);
		return tokens && provider.endSessionAddress(tokens.idToken);
	}

	/** Who asks, their roles as last read; undefined for a visitor. Refreshes the tokens when due. */
	async function findViewer(request: Request): Promise<Viewer | undefined> {
		const token = tokenOf(request);
		if (!token) return undefined;
		let session = await find(token);
		if (session && (await renewIfDue(session))) session = await find(token);
		return session && viewerOf(session);
	}

	function viewerOf(session: SessionRow): Viewer {
		const roles = JSON.parse(session.roles) as string[];
		return {
			id: session.user_id,
			username: session.twitch_username,
			isAdmin: hasRole(roles, "admin") || config.ADMIN_SUBJECTS.includes(session.twitch_id),
			points: session.points,
			sessionId: session.id,
			sessionEndsAt: session.expires_at,
		};
	}

	/** @returns whether the session's row may have changed. One question at a time for each session. */
	function renewIfDue(session: SessionRow): Promise<boolean> | boolean {
		const time = now().getTime();
		const isEnding = Date.parse(session.tokens_expire_at) - time < REFRESH_BEFORE_MS;
		const isUnchecked = provider.checksTokens && time - (checkedAt.get(session.id) ?? 0) >= CHECK_EVERY_MS;
		if (!isEnding && !isUnchecked) return false;
		const running = refreshes.get(session.id);
		if (running) return running;
		if (time < (nextTry.get(session.id) ?? 0)) return false;
		const renewing = renew(session, isEnding).finally(() => refreshes.delete(session.id));
		refreshes.set(session.id, renewing);
		return renewing;
	}

	async function renew(session: SessionRow, isEnding: boolean): Promise<boolean> {
		const old = openTokens(session);
		if (!old) {
			await forget(session);
			return true;
		}
		try {
			if (isEnding && old.refreshToken) return await refresh(session, old);
			if (!provider.checksTokens) return false;
			// A token that has ended by itself proves nothing; without a refresh token nothing can be asked.
			if (!isEnding && !(await provider.stillHolds(old))) return await refresh(session, old);
			noteChecked(session.id);
			return false;
		} catch (error) {
			if (error instanceof RefreshRefused && isBelieved(error, session.id)) {
				await forget(session);
				log.info({ event: "session-refused", userId: session.user_id, err: error });
				return true;
			}
			// The provider cannot be asked: the session stays, and the next tick tries again.
			tryLater(session.id);
			log.warn({ event: "refresh-failed", userId: session.user_id, err: error });
			return false;
		}
	}

	async function refresh(session: SessionRow, old: Tokens): Promise<boolean> {
		const { tokens, claims } = await provider.refresh(old, session.twitch_id);
		doubtedSince.delete(session.id);
		if (!claims) {
			// Who they are is asked again at the next tick, with the tokens that are the last ones now.
			const again = { ...tokens, expiresAt: now().toISOString() };
			await db
				.transaction()
				.execute((trx) => updateSessionTokens(trx, session.id, sealed(again, session.id)));
			tryLater(session.id);
			return true;
		}
		const { userId, rolesChanged } = await db.transaction().execute(async (trx) => {
			const startingPoints = config.STARTING_POINTS;
			const person = await registerOrUpdate(trx, profileOf({ claims }), { startingPoints, at: now() });
			await updateSessionTokens(trx, session.id, sealed(tokens, session.id));
			return person;
		});
		nextTry.delete(session.id);
		noteChecked(session.id);
		if (rolesChanged) tools.onRolesChanged?.(userId);
		return true;
	}

	function isBelieved({ isUnclear }: RefreshRefused, id: string): boolean {
		const time = now().getTime();
		const since = doubtedSince.get(id) ?? time;
		doubtedSince.set(id, since);
		return !isUnclear || time - since >= DOUBT_MS;
	}

	const tryLater = (id: string) => nextTry.set(id, now().getTime() + TICK_MS);

	function noteChecked(id: string) {
		if (!provider.checksTokens) return;
		// Whoever is forgotten so is asked after once more than needed.
		if (checkedAt.size >= MOST_CHECKS) checkedAt.clear();
		checkedAt.set(id, now().getTime());
	}

	return {
		open,
		end,
		findViewer,
		cookieName,
		/** Whether the browser still holds a session's cookie, be it a dead one. */
		hasCookie: (request: Request) => tokenOf(request) !== undefined,
		clearCookie: () => serialize(cookieName, "", { ...cookieOptions, maxAge: 0 }),
	};
}
