import { randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { LRUCache } from "lru-cache";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import type { Identity, Renewal, Tokens } from "./identity.server";
import { type IdentityProvider, RefreshRefused } from "./identity-provider.server";
import { registerOrUpdate } from "./registration.server";
import { sessionIdOf } from "./session-id.server";
import { deleteSession, findSession, insertSession, updateSessionTokens } from "./sessions.queries.server";
import type { TokenBox } from "./token-box.server";
import { hasRole, type Viewer } from "./viewer";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Without a refresh token roles are re-read at sign-in only, so that one comes round twice a day. */
const LIFE_MS = { renewable: 30 * DAY_MS, fixed: DAY_MS / 2 };
/** What Twitch asks of sites that people stay signed in to: when the site has started and every hour after. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Sessions whose last calls to the provider are remembered; a forgotten one costs one extra call. */
const MAX_NOTES = 10_000;
/** The specification's clock: a tick every 30 s, a refresh when fewer than 3 ticks remain. */
const TICK_MS = 30_000;
const REFRESH_BEFORE_MS = 3 * TICK_MS;
/** A refusal that may be a gateway's is believed once it is heard again, so much later and no later than that. */
const DOUBT_MS = { least: 2 * TICK_MS, most: CHECK_EVERY_MS };

interface Tools {
	db: Db;
	config: Pick<Config, "APP_ORIGIN" | "SESSION_SECRET" | "ADMIN_SUBJECTS" | "STARTING_POINTS">;
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

/** How a session's questions to the provider went, in ms of the wall clock. */
interface Notes {
	/** When all was well. */
	checkedAt?: number;
	/** Before then nothing is asked. */
	nextTry?: number;
	/** Since when its refresh is refused in words that prove nothing yet. */
	doubtedSince?: number;
}

/** What the provider has said of a session. */
type Outcome = Renewal | "refused";

/** Signed-in browsers. The cookie holds a random token; the database only the token's keyed hash. */
export function createSessions(tools: Tools) {
	const { db, config, provider, box, log, now } = tools;
	const secure = config.APP_ORIGIN.startsWith("https:");
	const cookieName = secure ? "__Host-session" : "session";
	const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const refreshes = new Map<string, Promise<boolean>>();
	const notes = new LRUCache<string, Notes>({ max: MAX_NOTES });
	/** What could not be stored: it is before the provider is asked again, which takes each refresh token once. */
	const unstored = new Map<string, Outcome>();

	const tokenOf = (request: Request) => parse(request.headers.get("Cookie") ?? "")[cookieName];
	const idOf = (token: string) => sessionIdOf(token, config.SESSION_SECRET);
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

	const openTokens = ({ tokens, id }: SessionRow) => box.open<Tokens>(tokens, id);

	async function forget({ id }: SessionRow) {
		await deleteSession(db, id);
		unstored.delete(id);
		tools.onEnded?.(id);
	}

	/** Registers or updates the person and opens a session under a new id, whatever the browser held. */
	async function open(identity: Identity): Promise<{ userId: string; cookie: string }> {
		const at = now();
		const token = randomBytes(32).toString("base64url");
		const id = idOf(token);
		const lifeMs = identity.tokens.refreshToken ? LIFE_MS.renewable : LIFE_MS.fixed;
		const { userId, registered, rolesChanged } = await transact(db, async (trx) => {
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
		noteWell(id);
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
		return provider.endSessionAddress(openTokens(session).idToken);
	}

	/** Who asks, their roles as last read; undefined for a visitor. Refreshes the tokens when due. */
	async function findViewer(request: Request): Promise<Viewer | undefined> {
		const token = tokenOf(request);
		if (!token) return undefined;
		let session = await find(token);
		if (session && (await renewIfDue(session))) session = await find(token);
		return session && unstored.get(session.id) !== "refused" ? viewerOf(session) : undefined;
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
		const { checkedAt = 0, nextTry = 0 } = notes.get(session.id) ?? {};
		const isEnding = Date.parse(session.tokens_expire_at) - time < REFRESH_BEFORE_MS;
		const isUnchecked = provider.checksTokens && time - checkedAt >= CHECK_EVERY_MS;
		if (!isEnding && !isUnchecked) return false;
		const running = refreshes.get(session.id);
		if (running) return running;
		if (time < nextTry) return false;
		const renewing = renew(session, isEnding).finally(() => refreshes.delete(session.id));
		refreshes.set(session.id, renewing);
		return renewing;
	}

	async function renew(session: SessionRow, isEnding: boolean): Promise<boolean> {
		const { id, user_id: userId } = session;
		try {
			const outcome = unstored.get(id) ?? (await ask(session, isEnding));
			if (outcome) {
				unstored.set(id, outcome);
				await store(session, outcome);
				unstored.delete(id);
			}
			noteWell(id);
			return outcome !== undefined;
		} catch (error) {
			// The provider cannot be asked, or the disk not written: the next tick tries again.
			notes.set(id, { ...notes.get(id), nextTry: now().getTime() + TICK_MS });
			if (unstored.has(id)) log.error({ event: "session-unstored", userId, err: error });
			else log.warn({ event: "refresh-failed", userId, err: error });
			return false;
		}
	}

	/** @returns nothing when the session goes on as it is. @throws when the provider did not say. */
	async function ask(session: SessionRow, isEnding: boolean): Promise<Outcome | undefined> {
		const tokens = openTokens(session);
		// A token that has ended by itself proves nothing; without a refresh token nothing can be asked.
		const goesOn = isEnding ? !tokens.refreshToken : await provider.stillHolds(tokens);
		if (goesOn) return undefined;
		try {
			return await provider.refresh(tokens, session.twitch_id);
		} catch (error) {
			if (!(error instanceof RefreshRefused && isBelieved(error, session.id))) throw error;
			log.info({ event: "session-refused", userId: session.user_id, err: error });
			return "refused";
		}
	}

	async function store(session: SessionRow, outcome: Outcome): Promise<void> {
		if (outcome === "refused") return forget(session);
		const { tokens, claims } = outcome;
		const at = now();
		// Who they are, if that was not told, is asked again at the next tick with the tokens of now.
		const kept = claims ? tokens : { ...tokens, expiresAt: at.toISOString() };
		const person = await transact(db, async (trx) => {
			const isThere = await updateSessionTokens(trx, session.id, sealed(kept, session.id));
			// Whose session has ended meanwhile may have been erased, and must not be registered anew.
			if (!isThere || !claims) return undefined;
			return registerOrUpdate(trx, profileOf({ claims }), { startingPoints: config.STARTING_POINTS, at });
		});
		if (person?.rolesChanged) tools.onRolesChanged?.(person.userId);
	}

	function isBelieved({ isUnclear }: RefreshRefused, id: string): boolean {
		if (!isUnclear) return true;
		const time = now().getTime();
		const { doubtedSince = 0, ...rest } = notes.get(id) ?? {};
		const age = time - doubtedSince;
		if (age > DOUBT_MS.most) notes.set(id, { ...rest, doubtedSince: time });
		return age >= DOUBT_MS.least && age <= DOUBT_MS.most;
	}

	/** However short the new tokens live, the next question comes a tick later. */
	function noteWell(id: string) {
		const time = now().getTime();
		notes.set(id, { checkedAt: time, nextTry: time + TICK_MS });
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
