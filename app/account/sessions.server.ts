import { createHmac, randomBytes } from "node:crypto";
import { serialize } from "cookie";
import { transact } from "db/transact";
import { LRUCache } from "lru-cache";
import { cookiesIn } from "~/lib/cookies";
import type { SecretBox } from "~/lib/secret-box.server";
import { singleLine } from "~/lib/single-line";
import type { Site } from "~/lib/site";
import type { Identity, Renewal, Tokens } from "./identity.server";
import { type IdentityProvider, RefreshRefused } from "./identity-provider.server";
import { registerOrUpdate } from "./registration.server";
import {
	deleteSession,
	findSession,
	insertSession,
	postponeRenewal,
	updateSessionTokens,
} from "./sessions.queries.server";
import { type Claims, staffOf, type Viewer } from "./viewer";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Without a refresh token, roles are read at sign-in only, so such a session lasts half a day. */
const LIFE_MS = { renewable: 30 * DAY_MS, fixed: DAY_MS / 2 };
/** Twitch requires sites to validate the tokens of open sessions at the start and every hour. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Sessions whose provider calls are cached. An evicted entry costs at most one extra call. */
const MAX_CALL_STATES = 10_000;
/** Sessions whose users are known without the database. */
const MAX_KNOWN = 20_000;
/** Cached hashes of tokens: a request needs its hash several times, and most sessions send further requests. */
const MAX_HASHES = 1000;
/** As specified: a tick every 30 s, and a refresh when fewer than 3 ticks remain. */
const TICK_MS = 30_000;
const REFRESH_BEFORE_MS = 3 * TICK_MS;
/** An unclear refusal ends a session only if a second one follows after `min` and within `max`. */
const CONFIRM_MS = { min: 2 * TICK_MS, max: CHECK_EVERY_MS };

/**
 * The id of a session in the database: a keyed hash of the cookie's token, in hex. A change of the secret ends all
 * sessions.
 */
export const sessionIdOf = (token: string, secret: string): string =>
	createHmac("sha256", secret).update(`session ${token}`).digest("hex");

type Services = Pick<Site, "db" | "log" | "now" | "config"> & {
	provider: Pick<
		IdentityProvider,
		"refresh" | "checksTokens" | "isTokenValid" | "rolesOf" | "usernameOf" | "endSessionAddress"
	>;
	box: SecretBox;
	/** Whether other processes serve the same sessions. */
	isShared?: boolean;
	/** Called after the end of a session is stored, so that its event streams can be closed. */
	onEnded?(sessionId: string): void;
	/** Called after changed roles are stored. */
	onRolesChanged?(userId: string): void;
	/** Called with the claims of each sign-in and refresh. Only those of a sign-in with userinfo are complete. */
	onClaims?(userId: string, claims: Claims, isComplete: boolean): void;
	/** Called after a user's first sign-in. */
	onRegistered?(): void;
};

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The state of a session's provider calls; times in ms of the wall clock. */
interface CallState {
	/** The last successful call. */
	checkedAt?: number;
	/** The earliest time of the next call. */
	nextTry?: number;
	/** The first unclear refusal that is not confirmed yet. */
	unclearSince?: number;
}

/** The provider's answer about a session. */
type Outcome = Renewal | "refused";

/** Sessions of signed-in browsers. The cookie holds a random token, the database only the token's keyed hash. */
export function createSessions(tools: Services) {
	const { db, config, provider, box, log, now } = tools;
	const secure = config.APP_ORIGIN.startsWith("https:");
	const cookieName = secure ? "__Host-session" : "session";
	const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const refreshes = new Map<string, Promise<boolean>>();
	/** User ids by session id. */
	const known = new LRUCache<string, string>({ max: MAX_KNOWN });
	const callStates = new LRUCache<string, CallState>({ max: MAX_CALL_STATES });
	/**
	 * Answers that could not be stored. They are stored before the provider is called again, because it accepts each
	 * refresh token only once.
	 */
	const unstored = new Map<string, Outcome>();

	const tokenIn = (cookies: string | null | undefined) => cookiesIn(cookies)[cookieName];
	const tokenOf = (request: Request) => tokenIn(request.headers.get("Cookie"));
	const hashes = new LRUCache<string, string>({ max: MAX_HASHES });
	function idOf(token: string): string {
		const id = hashes.get(token) ?? sessionIdOf(token, config.SESSION_SECRET);
		hashes.set(token, id);
		return id;
	}
	const find = (token: string) => findSession(db, idOf(token), now().toISOString());

	const profileOf = ({ claims }: Pick<Identity, "claims">) => ({
		subject: claims.sub,
		username: provider.usernameOf(claims),
		email: typeof claims.email === "string" ? singleLine(claims.email) || null : null,
		roles: provider.rolesOf(claims),
	});
	const sealed = (tokens: Tokens, id: string) => ({
		tokens: box.seal(tokens, id),
		tokens_expire_at: tokens.expiresAt,
	});

	/** Tokens without current claims: the next tick refreshes them and requests the claims again. */
	const expired = (tokens: Tokens): Tokens => ({ ...tokens, expiresAt: now().toISOString() });

	const openTokens = ({ tokens, id }: SessionRow) => box.open<Tokens>(tokens, id);

	async function forget({ id }: SessionRow) {
		await transact(db, (trx) => deleteSession(trx, id));
		unstored.delete(id);
		known.delete(id);
		tools.onEnded?.(id);
	}

	/**
	 * Registers or updates the user and opens a session with a new id, even if the browser already has one. It lasts
	 * 30 days with a refresh token, otherwise 12 hours.
	 * @returns the user id, whether the user is new, and the `Set-Cookie` header.
	 */
	async function open(identity: Identity): Promise<{ userId: string; registered: boolean; cookie: string }> {
		const at = now();
		const token = randomBytes(32).toString("base64url");
		const id = idOf(token);
		const { tokens, isPartial } = identity;
		const lifeMs = tokens.refreshToken ? LIFE_MS.renewable : LIFE_MS.fixed;
		const { userId, registered, rolesChanged } = await transact(db, async (trx) => {
			const startingPoints = config.STARTING_POINTS;
			const person = await registerOrUpdate(trx, profileOf(identity), { startingPoints, at, isPartial });
			await insertSession(trx, {
				id,
				user_id: person.userId,
				created_at: at.toISOString(),
				expires_at: new Date(at.getTime() + lifeMs).toISOString(),
				...sealed(isPartial ? expired(tokens) : tokens, id),
			});
			return person;
		});
		recordSuccess(id);
		known.set(id, userId);
		log.info({ event: registered ? "profile-registered" : "signed-in", userId });
		if (registered) tools.onRegistered?.();
		tools.onClaims?.(userId, identity.claims, !isPartial);
		if (rolesChanged) tools.onRolesChanged?.(userId);
		const cookie = serialize(cookieName, token, { ...cookieOptions, maxAge: lifeMs / 1000 });
		return { userId, registered, cookie };
	}

	/**
	 * Ends the browser's session in the database; the caller clears the cookie.
	 * @returns the provider's sign-out URL; undefined if it has none or there is no session.
	 */
	async function end(request: Request): Promise<string | undefined> {
		const token = tokenOf(request);
		const session = token ? await find(token) : undefined;
		if (!session) return undefined;
		await forget(session);
		log.info({ event: "signed-out", userId: session.user_id });
		return provider.endSessionAddress(openTokens(session).idToken);
	}

	/**
	 * The signed-in viewer, with current roles and points; undefined for a visitor. If a refresh or validation is due, it
	 * calls the provider first and stores the result. A session that the provider refuses is ended; if the provider does
	 * not answer, the session continues and the call is retried after 30 s.
	 */
	async function findViewer(request: Request): Promise<Viewer | undefined> {
		const token = tokenOf(request);
		if (!token) return undefined;
		let session = await find(token);
		if (session && (await renewIfDue(session))) session = await find(token);
		if (!session || unstored.get(session.id) === "refused") return undefined;
		known.set(session.id, session.user_id);
		return viewerOf(session);
	}

	function viewerOf(session: SessionRow): Viewer {
		return {
			id: session.user_id,
			username: session.twitch_username,
			...staffOf(session, config),
			points: session.points,
			avatarId: session.avatar_id,
			sessionId: session.id,
			sessionEndsAt: session.expires_at,
		};
	}

	/**
	 * Calls the provider if a refresh or validation is due, once at a time per session.
	 * @returns whether the row may have changed.
	 */
	function renewIfDue(session: SessionRow): Promise<boolean> | boolean {
		const time = now().getTime();
		const { checkedAt = 0, nextTry = 0 } = callStates.get(session.id) ?? {};
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
			if (isEnding && tools.isShared && !unstored.has(id) && !(await beginRenewal(session))) return true;
			const outcome = unstored.get(id) ?? (await callProvider(session, isEnding));
			if (outcome) {
				unstored.set(id, outcome);
				await store(session, outcome);
				unstored.delete(id);
			}
			recordSuccess(id);
			return outcome !== undefined;
		} catch (error) {
			// The provider did not answer or the database is not writable: retried at the next tick.
			callStates.set(id, { ...callStates.get(id), nextTry: now().getTime() + TICK_MS });
			if (unstored.has(id)) log.error({ event: "session-unstored", userId, err: error });
			else log.warn({ event: "refresh-failed", userId, err: error });
			return false;
		}
	}

	/** One process at a time renews a session, because the provider accepts each refresh token only once. */
	function beginRenewal(session: SessionRow): Promise<boolean> {
		const until = new Date(now().getTime() + REFRESH_BEFORE_MS + TICK_MS).toISOString();
		return transact(db, (trx) => postponeRenewal(trx, session, until));
	}

	/** @returns undefined if the session continues unchanged. @throws if the provider gave no clear answer. */
	async function callProvider(session: SessionRow, isEnding: boolean): Promise<Outcome | undefined> {
		const tokens = openTokens(session);
		// An expired token is not validated: that it is invalid proves nothing. Without a refresh token the session continues.
		const continues = isEnding ? !tokens.refreshToken : await provider.isTokenValid(tokens);
		if (continues) return undefined;
		try {
			return await provider.refresh(tokens, session.twitch_id);
		} catch (error) {
			if (!(error instanceof RefreshRefused && isConfirmed(error, session.id))) throw error;
			log.info({ event: "session-refused", userId: session.user_id, err: error });
			return "refused";
		}
	}

	async function store(session: SessionRow, outcome: Outcome): Promise<void> {
		if (outcome === "refused") return forget(session);
		const { tokens, claims } = outcome;
		const at = now();
		const kept = claims ? tokens : expired(tokens);
		const person = await transact(db, async (trx) => {
			const isThere = await updateSessionTokens(trx, session.id, sealed(kept, session.id));
			// The session has ended during the call: the user may be erased and must not be registered again.
			if (!isThere || !claims) return undefined;
			return registerOrUpdate(trx, profileOf({ claims }), { startingPoints: config.STARTING_POINTS, at });
		});
		if (person?.rolesChanged) tools.onRolesChanged?.(person.userId);
		if (person && claims) tools.onClaims?.(person.userId, claims, false);
	}

	function isConfirmed({ isUnclear }: RefreshRefused, id: string): boolean {
		if (!isUnclear) return true;
		const time = now().getTime();
		const { unclearSince = 0, ...rest } = callStates.get(id) ?? {};
		const age = time - unclearSince;
		if (age > CONFIRM_MS.max) callStates.set(id, { ...rest, unclearSince: time });
		return age >= CONFIRM_MS.min && age <= CONFIRM_MS.max;
	}

	/** Even if the new tokens expire earlier, the next call is one tick later. */
	function recordSuccess(id: string) {
		const time = now().getTime();
		callStates.set(id, { checkedAt: time, nextTry: time + TICK_MS });
	}

	return {
		open,
		end,
		findViewer,
		cookieName,
		/**
		 * The user of a session that this process has opened or found before, for limits; undefined for any other. The
		 * session may have ended since.
		 * @param cookies the `Cookie` header.
		 */
		accountOf(cookies = ""): string | undefined {
			const token = tokenIn(cookies);
			return token && known.get(idOf(token));
		},
		/** Whether the browser sends a session cookie, valid or not. */
		hasCookie: (request: Request) => tokenOf(request) !== undefined,
		/** A `Set-Cookie` header that deletes the session cookie. */
		clearCookie: () => serialize(cookieName, "", { ...cookieOptions, maxAge: 0 }),
	};
}
