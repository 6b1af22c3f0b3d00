import { transact } from "db/transact";
import { beforeEach, describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { RefreshRefused } from "~/account/identity-provider.server";
import { postponeRenewal } from "~/account/sessions.queries.server";
import { eventually } from "../../support/eventually";
import { openForEachTest } from "../../support/for-each-test";
import { setReadOnly } from "../../support/unguarded";
import { openSessions, requestWith } from "./sessions.setup";

const HOUR = 3_600_000;

const site = openForEachTest(openSessions);
let cookie: string;

beforeEach(async () => {
	cookie = (await site.sessions.open(site.identity("ana"))).cookie;
	site.refresh.mockImplementation(async () => site.identity("ana", {}, { refreshToken: "plain-refresh-2" }));
});

const findViewer = () => site.sessions.findViewer(requestWith(cookie));
const calls = () => site.refresh.mock.calls.length;
const row = () => site.db.selectFrom("sessions").selectAll().executeTakeFirst();

/** Passes time until the access token has `ms` left. */
const passUntilLeft = (ms: number) => site.clock.pass(HOUR - ms);

describe("the tokens of a session", () => {
	it("are refreshed once fewer than 90 s remain, with the session's own refresh token and subject", async () => {
		const endsAt = (await row())?.expires_at;
		passUntilLeft(90_000);
		await findViewer();
		expect(calls()).toBe(0);
		site.clock.pass(1);
		expect(await findViewer()).toBeDefined();
		expect(calls()).toBe(1);
		expect((await row())?.expires_at, "the session is not extended").toBe(endsAt);
		expect(site.refresh.mock.calls[0]).toMatchObject([{ refreshToken: "plain-refresh-ana" }, "subject-ana"]);
		const expiresAt = new Date(site.clock.now().getTime() + HOUR).toISOString();
		expect(await row()).toMatchObject({ tokens_expire_at: expiresAt });
		await findViewer();
		expect(calls(), "fresh tokens are not refreshed").toBe(1);
	});

	it("are refreshed by one of the processes that have read the session at the same time", async () => {
		const read = await site.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
		const until = new Date(site.clock.now().getTime() + 2 * HOUR).toISOString();
		const begin = () => transact(site.db, (trx) => postponeRenewal(trx, read, until));
		expect([await begin(), await begin()]).toEqual([true, false]);
	});

	it("are refreshed once although the provider answers after further requests have arrived", async () => {
		const answers: (() => void)[] = [];
		site.refresh.mockImplementation(
			() => new Promise((resolve) => answers.push(() => resolve(site.identity("ana", { roles: ["Admin"] })))),
		);
		passUntilLeft(1000);
		const fresh = (await site.sessions.open(site.identity("bruno"))).cookie;
		const first = findViewer();
		await eventually(() => expect(calls()).toBe(1));
		const later = Array.from({ length: 5 }, findViewer);
		// A later request with fresh tokens is answered first.
		expect(await site.sessions.findViewer(requestWith(fresh))).toMatchObject({ username: "bruno" });
		expect(calls()).toBe(1);
		for (const answer of answers) answer();
		const viewers = await Promise.all([first, ...later]);
		expect(viewers.map((viewer) => viewer?.isAdmin)).toEqual(Array(6).fill(true));
		expect(calls()).toBe(1);
	});

	it("are not refreshed without a refresh token", async () => {
		cookie = (await site.sessions.open(site.identity("ana", {}, { refreshToken: undefined }))).cookie;
		passUntilLeft(1000);
		expect(await findViewer()).toBeDefined();
		expect(calls()).toBe(0);
	});

	it("that never have 90 s left are refreshed once a tick", async () => {
		const shortLived = () => ({ expiresAt: new Date(site.clock.now().getTime() + 60_000).toISOString() });
		site.refresh.mockImplementation(async () => site.identity("ana", {}, shortLived()));
		passUntilLeft(0);
		for (let second = 0; second < 90; second += 1) {
			expect(await findViewer()).toBeDefined();
			site.clock.pass(1000);
		}
		expect(calls()).toBe(3);
	});
});

it("a sign-in without userinfo keeps name, roles and e-mail address of a known user", async () => {
	await site.sessions.open(site.identity("ana", { roles: ["Admin"] }));
	const signedIn = await site.sessions.open({
		...site.identity("ana", { nickname: "bigstreamer", email: undefined, roles: undefined }),
		isPartial: true,
	});
	cookie = signedIn.cookie;
	expect(await findViewer()).toMatchObject({ username: "ana", isAdmin: true });
	const { email } = await site.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
	expect(email).toBe("ana@example.com");
});

it("a sign-in without userinfo requests the claims again at the next tick", async () => {
	site.onClaims.mockClear();
	const signedIn = await site.sessions.open({
		...site.identity("ana", { email: undefined }),
		isPartial: true,
	});
	cookie = signedIn.cookie;
	site.refresh.mockImplementation(async () => site.identity("ana", { roles: ["Admin"] }));
	site.clock.pass(29_999);
	expect(await findViewer()).toMatchObject({ isAdmin: false });
	expect(calls()).toBe(0);
	site.clock.pass(1);
	expect(await findViewer()).toMatchObject({ isAdmin: true });
	site.clock.pass(30_000);
	await findViewer();
	expect(calls(), "the refreshed claims are complete").toBe(1);
	expect(site.onClaims.mock.calls.map(([, { email }, isComplete]) => [email, isComplete])).toEqual([
		[undefined, false],
		["ana@example.com", false],
	]);
});

describe("a refresh", () => {
	it("applies the current roles and name to the request that caused it", async () => {
		site.refresh.mockImplementation(async () =>
			site.identity("ana", { roles: ["Admin"], nickname: "Ana_Live" }),
		);
		expect(await findViewer()).toMatchObject({ isAdmin: false });
		const told = () => site.onRolesChanged.mock.calls.length;
		for (const count of [1, 1]) {
			passUntilLeft(1000);
			expect(await findViewer()).toMatchObject({ isAdmin: true, username: "ana_live", points: 1000 });
			expect(told(), "only a change is announced").toBe(count);
		}
		site.refresh.mockImplementation(async () => site.identity("ana", { roles: [] }));
		passUntilLeft(1000);
		expect(await findViewer()).toMatchObject({ isAdmin: false });
		expect(site.onRolesChanged.mock.calls[1]).toEqual([(await row())?.user_id]);
	});

	it("without claims keeps the user unchanged, and is repeated at the next tick with the new tokens", async () => {
		site.refresh.mockImplementation(async () => ({
			tokens: { ...site.identity("ana").tokens, refreshToken: "plain-refresh-2" },
			claims: undefined,
		}));
		passUntilLeft(0);
		expect(await findViewer()).toMatchObject({ username: "ana", points: 1000 });
		expect(await findViewer()).toMatchObject({ username: "ana" });
		expect(site.refresh).toHaveBeenCalledOnce();
		site.refresh.mockImplementation(async () => site.identity("ana", { nickname: "Ana_Live" }));
		site.clock.pass(30_000);
		expect(await findViewer()).toMatchObject({ username: "ana_live" });
		expect(site.refresh.mock.calls[1]?.[0]).toMatchObject({ refreshToken: "plain-refresh-2" });
	});

	it("that the provider refuses ends the session on the server", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		const id = (await row())?.id;
		passUntilLeft(1000);
		expect(await findViewer()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(await findViewer()).toBeUndefined();
		expect(calls()).toBe(1);
		expect(site.onEnded.mock.calls).toEqual([[id]]);
	});

	it("that is refused unclearly ends the session if it is refused again a minute later", async () => {
		const unclear = new RefreshRefused("invalid_grant", {}, true);
		site.refresh.mockRejectedValue(unclear);
		passUntilLeft(1000);
		for (const ms of [0, 30_000, 29_999]) {
			site.clock.pass(ms);
			expect(await findViewer()).toBeDefined();
		}
		site.clock.pass(1);
		expect(await findViewer()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(calls()).toBe(3);
	});

	it("that succeeds clears an earlier unclear refusal", async () => {
		const unclear = new RefreshRefused("invalid_grant", {}, true);
		for (let round = 0; round < 3; round += 1) {
			site.refresh.mockRejectedValueOnce(unclear);
			passUntilLeft(1000);
			expect(await findViewer()).toBeDefined();
			site.clock.pass(30_000);
			expect(await findViewer()).toBeDefined();
		}
		expect(calls()).toBe(6);
	});

	it("that is refused unclearly once a day does not end the session", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant", {}, true));
		passUntilLeft(1000);
		for (let day = 0; day < 3; day += 1) {
			expect(await findViewer()).toBeDefined();
			site.clock.pass(24 * HOUR);
		}
		expect(await findViewer()).toBeDefined();
		site.clock.pass(HOUR);
		expect(await findViewer(), "the second refusal within an hour").toBeUndefined();
	});

	/** Looks up the viewer and runs `act` before the provider answers the refresh. */
	async function findViewerDuring(act: () => Promise<unknown>) {
		site.refresh.mockImplementation(async () => {
			await act();
			return site.identity("ana");
		});
		passUntilLeft(1000);
		return findViewer();
	}

	it("after sign-out does not bring the session back", async () => {
		expect(await findViewerDuring(() => site.sessions.end(requestWith(cookie)))).toBeUndefined();
		expect(await row()).toBeUndefined();
	});

	it("does not register a user again who was erased during the call", async () => {
		const users = () => site.db.selectFrom("users").select("twitch_id").execute();
		const { user_id: id = "" } = (await row()) ?? {};
		expect(await findViewerDuring(() => eraseUser({ db: site.db, async remember() {} }, id))).toBeUndefined();
		expect(await users()).toEqual([{ twitch_id: expect.stringMatching(/^erased:/) }]);
	});
});

it("while the provider is down the session stays valid with the last known roles, and is refreshed every 30 s", async () => {
	site.refresh.mockRejectedValue(new Error("connect ECONNREFUSED"));
	passUntilLeft(60_000);
	for (const ms of [0, 29_999]) {
		site.clock.pass(ms);
		expect(await findViewer()).toMatchObject({ username: "ana", isAdmin: false });
	}
	expect(calls()).toBe(1);
	expect(site.onEnded).not.toHaveBeenCalled();
	site.clock.pass(1);
	site.refresh.mockImplementation(async () => site.identity("ana", { roles: ["Admin"] }));
	expect(await findViewer()).toMatchObject({ isAdmin: true });
	passUntilLeft(1000);
	await findViewer();
	expect(calls(), "no retry delay remains").toBe(3);
});

describe("while the database is read-only", () => {
	const makeReadOnly = (is: boolean) => setReadOnly(site.db, is);
	/** Simulates a provider whose refresh tokens work once. */
	const useSingleUseTokens = () => {
		let newest = "plain-refresh-ana";
		site.refresh.mockImplementation(async ({ refreshToken }) => {
			if (refreshToken !== newest) throw new RefreshRefused("invalid_grant");
			newest = `plain-refresh-${calls() + 1}`;
			return site.identity("ana", { roles: ["Admin"] }, { refreshToken: newest });
		});
	};

	beforeEach(async () => {
		passUntilLeft(60_000);
		await makeReadOnly(true);
	});

	it("signed-in viewers can still read, and the result of a refresh is stored before the next refresh", async () => {
		useSingleUseTokens();
		for (const ms of [0, 0, 30_000, HOUR]) {
			site.clock.pass(ms);
			expect(await findViewer()).toMatchObject({ username: "ana", isAdmin: false });
		}
		expect(calls()).toBe(1);
		await makeReadOnly(false);
		expect(await findViewer(), "not retried before the next tick").toMatchObject({ isAdmin: false });
		site.clock.pass(30_000);
		expect(await findViewer()).toMatchObject({ isAdmin: true });
		expect(calls()).toBe(1);
		site.clock.pass(30_000);
		expect(await findViewer()).toMatchObject({ isAdmin: true });
		expect(calls(), "the stored tokens have expired").toBe(2);
		expect(site.onEnded).not.toHaveBeenCalled();
	});

	it("a refused session identifies no viewer, and is deleted once the database is writable", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		for (const ms of [0, 0, 30_000]) {
			site.clock.pass(ms);
			expect(await findViewer()).toBeUndefined();
		}
		expect(site.onEnded).not.toHaveBeenCalled();
		await makeReadOnly(false);
		site.clock.pass(30_000);
		expect(await findViewer()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(site.onEnded).toHaveBeenCalledOnce();
		expect(calls()).toBe(1);
	});
});

describe("where the provider requires token validation", () => {
	/** Lifetime of a Twitch token. */
	const LIFE = 4 * HOUR;
	const checks = () => site.isTokenValid.mock.calls.length;

	beforeEach(async () => {
		site.checking.tokens = true;
		const expiresAt = new Date(site.clock.now().getTime() + LIFE).toISOString();
		cookie = (await site.sessions.open(site.identity("ana", {}, { expiresAt }))).cookie;
	});

	it("an active session is validated once an hour", async () => {
		await findViewer();
		site.clock.pass(HOUR - 1);
		await findViewer();
		expect(checks(), "a sign-in counts as a validation").toBe(0);
		site.clock.pass(1);
		await Promise.all([findViewer(), findViewer(), findViewer()]);
		expect(checks()).toBe(1);
		expect(site.isTokenValid.mock.calls[0]).toMatchObject([{ accessToken: "plain-access-ana" }]);
		site.clock.pass(HOUR);
		expect(await findViewer()).toMatchObject({ username: "ana" });
		expect(checks()).toBe(2);
		expect(site.refresh).not.toHaveBeenCalled();
	});

	it("a session is validated after a start of the site", async () => {
		const restarted = site.build();
		expect(await restarted.findViewer(requestWith(cookie))).toBeDefined();
		expect(checks()).toBe(1);
	});

	it("an invalid token ends the session if the refresh is refused too", async () => {
		site.isTokenValid.mockResolvedValue(false);
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		site.clock.pass(HOUR);
		expect(await findViewer()).toBeUndefined();
		expect(site.onEnded).toHaveBeenCalledOnce();
	});

	it("an invalid token that can be refreshed is refreshed", async () => {
		site.isTokenValid.mockResolvedValue(false);
		site.refresh.mockImplementation(async () => site.identity("ana", { nickname: "Ana_Live" }));
		site.clock.pass(HOUR);
		expect(await findViewer()).toMatchObject({ username: "ana_live" });
		await findViewer();
		expect(checks(), "a refresh counts as a validation").toBe(1);
	});

	it("the session stays while the provider does not answer, and is validated again at the next tick", async () => {
		site.isTokenValid.mockRejectedValue(new Error("connect ECONNREFUSED"));
		site.clock.pass(HOUR);
		expect(await findViewer()).toBeDefined();
		await findViewer();
		expect(checks()).toBe(1);
		site.clock.pass(30_000);
		expect(await findViewer()).toBeDefined();
		expect(checks()).toBe(2);
	});

	it("a successful validation clears an unclear refusal", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant", {}, true));
		site.clock.pass(LIFE - HOUR / 2);
		site.isTokenValid.mockResolvedValueOnce(false);
		expect(await findViewer()).toBeDefined();
		site.clock.pass(30_000);
		expect(await findViewer()).toBeDefined();
		expect([checks(), site.refresh.mock.calls.length]).toEqual([2, 1]);
		site.clock.pass(HOUR / 2);
		expect(await findViewer(), "the first refusal since the validation").toBeDefined();
		expect(site.refresh).toHaveBeenCalledTimes(2);
	});

	it("an expired token is refreshed and not validated", async () => {
		site.refresh.mockImplementation(async () => site.identity("ana"));
		site.clock.pass(LIFE);
		expect(await findViewer()).toBeDefined();
		expect(checks()).toBe(0);
		expect(site.refresh).toHaveBeenCalledOnce();
	});
});
