import type { Db } from "db/database";
import { vi } from "vitest";
import type { Identity, Renewal, Tokens } from "~/account/identity.server";
import { createSessions } from "~/account/sessions.server";
import { type Claims, rolesIn, usernameFrom } from "~/account/viewer";
import { createSecretBox } from "~/lib/secret-box.server";
import { fakeClock, openTestDatabase } from "../../support/database";
import { testSite } from "../../support/test-site";

interface Options {
	/** A database to use instead of a new one. */
	db?: Db;
	origin?: string;
	adminSubjects?: string[];
}

export const SECRET = "s".repeat(32);

/** Sessions on a new database, with a provider and a clock that the test controls. */
export async function openSessions({ db: given, origin, adminSubjects = [] }: Options = {}) {
	const { db, close } = given
		? { db: given, close: async () => {} }
		: await openTestDatabase({ durable: false });
	const clock = fakeClock();
	/** Whether the provider requires that tokens are validated. */
	const checking = { tokens: false };
	const refresh = vi.fn<(tokens: Tokens, subject: string) => Promise<Renewal>>();
	const isTokenValid = vi.fn<(tokens: Tokens) => Promise<boolean>>().mockResolvedValue(true);
	const onEnded = vi.fn<(sessionId: string) => void>();
	const onClaims = vi.fn<(userId: string, claims: Claims, isComplete: boolean) => void>();
	const onRolesChanged = vi.fn<(userId: string) => void>();
	const build = (secret = SECRET) =>
		createSessions({
			...testSite({
				db,
				config: {
					APP_ORIGIN: origin ?? "http://localhost:3000",
					SESSION_SECRET: secret,
					ADMIN_SUBJECTS: adminSubjects,
				},
				now: clock.now,
			}),
			provider: {
				...{ refresh, isTokenValid },
				get checksTokens() {
					return checking.tokens;
				},
				rolesOf: (claims) => rolesIn(claims.roles) ?? [],
				usernameOf: (claims) => usernameFrom(claims) ?? claims.sub,
				endSessionAddress: (idToken) => `https://login.example/end?hint=${idToken}`,
			},
			box: createSecretBox(secret, "session tokens"),
			onEnded,
			onClaims,
			onRolesChanged,
		});

	/** An identity from the provider; its access token lasts an hour. */
	function identity(
		name: string,
		more: Record<string, unknown> = {},
		tokens: Partial<Tokens> = {},
	): Identity {
		const claims = {
			sub: `subject-${name}`,
			nickname: name,
			email: `${name}@example.com`,
			roles: [],
			...more,
		};
		return {
			claims,
			tokens: {
				accessToken: `plain-access-${name}`,
				refreshToken: `plain-refresh-${name}`,
				idToken: `plain-id-${name}`,
				expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
				...tokens,
			},
		};
	}
	return {
		...{
			db,
			close,
			clock,
			checking,
			refresh,
			isTokenValid,
			identity,
			build,
			onEnded,
			onClaims,
			onRolesChanged,
		},
		sessions: build(),
	};
}

/** A request with the cookie of a Set-Cookie header. */
export const requestWith = (setCookie: string) =>
	new Request("http://localhost:3000/", { headers: { Cookie: setCookie.split(";", 1)[0] ?? "" } });
