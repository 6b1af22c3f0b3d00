import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { RefreshRefused } from "~/account/identity-provider.server";
import { holding, openSessions, type Sessions } from "./sessions.setup";

const HOUR = 3_600_000;

let site: Sessions;
let cookie: string;

beforeEach(async () => {
	site = await openSessions();
	cookie = (await site.sessions.open(site.identity("ana"))).cookie;
	site.refresh.mockImplementation(async () => site.identity("ana", {}, { refreshToken: "plain-refresh-2" }));
});
afterEach(() => site.close());

const ask = () => site.sessions.findViewer(holding(cookie));
const calls = () => site.refresh.mock.calls.length;
const row = () => site.db.selectFrom("sessions").selectAll().executeTakeFirst();

/** Passes time until the access token has `ms` left. */
const leave = (ms: number) => site.clock.pass(HOUR - ms);

describe("the tokens of a session", () => {
	it("are not refreshed while 90 s remain", async () => {
		leave(90_000);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(0);
	});

	it("are refreshed once fewer than 90 s remain, with the session's own refresh token and subject", async () => {
		leave(89_999);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(1);
		expect(site.refresh.mock.calls[0]).toMatchObject([{ refreshToken: "plain-refresh-ana" }, "subject-ana"]);
		const expiresAt = new Date(site.clock.now().getTime() + HOUR).toISOString();
		expect(await row()).toMatchObject({ tokens_expire_at: expiresAt });
		await ask();
		expect(calls(), "and then are fresh").toBe(1);
	});

	it("are refreshed with the newest refresh token", async () => {
		leave(0);
		await ask();
		leave(0);
		await ask();
		expect(site.refresh.mock.calls[1]?.[0]).toMatchObject({ refreshToken: "plain-refresh-2" });
	});

	it("are refreshed long after they have expired", async () => {
		site.clock.pass(20 * 24 * HOUR);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(1);
	});

	it("are refreshed once for concurrent requests", async () => {
		leave(1000);
		const viewers = await Promise.all(Array.from({ length: 20 }, ask));
		expect(calls()).toBe(1);
		expect(viewers.every((viewer) => viewer?.username === "ana")).toBe(true);
	});

	it("are refreshed once although the provider answers after further requests have arrived", async () => {
		const answers: (() => void)[] = [];
		site.refresh.mockImplementation(
			() => new Promise((resolve) => answers.push(() => resolve(site.identity("ana", { roles: ["Admin"] })))),
		);
		leave(1000);
		const first = ask();
		await vi.waitFor(() => expect(calls()).toBe(1));
		const later = Array.from({ length: 5 }, ask);
		// Each request has looked its session up by now.
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(calls()).toBe(1);
		for (const answer of answers) answer();
		const viewers = await Promise.all([first, ...later]);
		expect(viewers.map((viewer) => viewer?.isAdmin)).toEqual(Array(6).fill(true));
		expect(calls()).toBe(1);
	});

	it("are refreshed separately for each session", async () => {
		const second = (await site.sessions.open(site.identity("bruno"))).cookie;
		leave(1000);
		await Promise.all([ask(), site.sessions.findViewer(holding(second))]);
		expect(calls()).toBe(2);
	});

	it("are not refreshed without a refresh token", async () => {
		cookie = (await site.sessions.open(site.identity("ana", {}, { refreshToken: undefined }))).cookie;
		leave(1000);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(0);
	});

	it("that never have 90 s left are refreshed once a tick", async () => {
		const shortLived = () => ({ expiresAt: new Date(site.clock.now().getTime() + 60_000).toISOString() });
		site.refresh.mockImplementation(async () => site.identity("ana", {}, shortLived()));
		leave(0);
		for (let second = 0; second < 90; second += 1) {
			expect(await ask()).toBeDefined();
			site.clock.pass(1000);
		}
		expect(calls()).toBe(3);
	});

	it("are refreshed without extending the session", async () => {
		const before = (await row())?.expires_at;
		leave(1000);
		await ask();
		expect((await row())?.expires_at).toBe(before);
	});
});

describe("a refresh", () => {
	it("applies the current roles and name to the request that caused it", async () => {
		site.refresh.mockImplementation(async () =>
			site.identity("ana", { roles: ["Admin"], nickname: "Ana_Live" }),
		);
		expect(await ask()).toMatchObject({ isAdmin: false });
		leave(1000);
		expect(await ask()).toMatchObject({ isAdmin: true, username: "ana_live", points: 1000 });
		site.refresh.mockImplementation(async () => site.identity("ana", { roles: [] }));
		leave(1000);
		expect(await ask()).toMatchObject({ isAdmin: false });
	});

	it("that the provider refuses ends the session on the server", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		leave(1000);
		expect(await ask()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(await ask()).toBeUndefined();
		expect(calls()).toBe(1);
	});

	it("that is refused unclearly ends the session if it is refused again a minute later", async () => {
		const unclear = new RefreshRefused("invalid_grant", {}, true);
		site.refresh.mockRejectedValue(unclear);
		leave(1000);
		for (const ms of [0, 30_000, 29_999]) {
			site.clock.pass(ms);
			expect(await ask()).toBeDefined();
		}
		site.clock.pass(1);
		expect(await ask()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(calls()).toBe(3);
	});

	it("that succeeds clears an earlier unclear refusal", async () => {
		const unclear = new RefreshRefused("invalid_grant", {}, true);
		for (let round = 0; round < 3; round += 1) {
			site.refresh.mockRejectedValueOnce(unclear);
			leave(1000);
			expect(await ask()).toBeDefined();
			site.clock.pass(30_000);
			expect(await ask()).toBeDefined();
		}
		expect(calls()).toBe(6);
	});

	it("that is refused unclearly once a day does not end the session", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant", {}, true));
		leave(1000);
		for (let day = 0; day < 3; day += 1) {
			expect(await ask()).toBeDefined();
			site.clock.pass(24 * HOUR);
		}
		expect(await ask()).toBeDefined();
		site.clock.pass(HOUR);
		expect(await ask(), "an hour later is not now and then").toBeUndefined();
	});

	it("that is refused for one user does not affect others", async () => {
		const second = (await site.sessions.open(site.identity("bruno"))).cookie;
		site.refresh.mockImplementation(async (_tokens, subject) => {
			if (subject === "subject-ana") throw new RefreshRefused("invalid_grant");
			return site.identity("bruno");
		});
		leave(1000);
		const viewers = await Promise.all([ask(), site.sessions.findViewer(holding(second))]);
		expect(viewers.map((viewer) => viewer?.username)).toEqual([undefined, "bruno"]);
	});

	/** Sends a request, and runs `act` before the provider answers. */
	async function askMeanwhile(act: () => Promise<unknown>) {
		site.refresh.mockImplementation(async () => {
			await act();
			return site.identity("ana");
		});
		leave(1000);
		return ask();
	}

	it("after sign-out does not bring the session back", async () => {
		expect(await askMeanwhile(() => site.sessions.end(holding(cookie)))).toBeUndefined();
		expect(await row()).toBeUndefined();
	});

	it("does not register a user again who was erased during the call", async () => {
		const users = () => site.db.selectFrom("users").select("twitch_id").execute();
		const { user_id: id = "" } = (await row()) ?? {};
		expect(await askMeanwhile(() => eraseUser(site.db, id, () => "1"))).toBeUndefined();
		expect(await users()).toEqual([{ twitch_id: "erased:1" }]);
	});
});

describe("while the provider is down", () => {
	beforeEach(() => {
		site.refresh.mockRejectedValue(new Error("connect ECONNREFUSED"));
		leave(60_000);
	});

	it("the session stays, with the last known roles", async () => {
		expect(await ask()).toMatchObject({ username: "ana", isAdmin: false });
		expect(await row()).toBeDefined();
	});

	it("the next attempt follows after 30 s and not before", async () => {
		await ask();
		site.clock.pass(29_999);
		await ask();
		expect(calls()).toBe(1);
		site.clock.pass(1);
		await ask();
		expect(calls()).toBe(2);
	});

	it("the first successful attempt updates the session", async () => {
		await ask();
		site.clock.pass(30_000);
		site.refresh.mockImplementation(async () => site.identity("ana", { roles: ["Admin"] }));
		expect(await ask()).toMatchObject({ isAdmin: true });
		leave(1000);
		await ask();
		expect(calls(), "without a pause that was left over").toBe(3);
	});
});

describe("while nothing can be stored", () => {
	const makeReadOnly = (is: boolean) => sql`pragma query_only = ${sql.lit(is ? 1 : 0)}`.execute(site.db);
	/** Simulates a provider whose refresh tokens work once. */
	const spend = () => {
		let newest = "plain-refresh-ana";
		site.refresh.mockImplementation(async ({ refreshToken }) => {
			if (refreshToken !== newest) throw new RefreshRefused("invalid_grant");
			newest = `plain-refresh-${calls() + 1}`;
			return site.identity("ana", { roles: ["Admin"] }, { refreshToken: newest });
		});
	};

	beforeEach(async () => {
		leave(60_000);
		await makeReadOnly(true);
	});

	it("signed-in viewers can still read, and the result of a refresh is stored before the next refresh", async () => {
		spend();
		for (const ms of [0, 0, 30_000, HOUR]) {
			site.clock.pass(ms);
			expect(await ask()).toMatchObject({ username: "ana", isAdmin: false });
		}
		expect(calls()).toBe(1);
		await makeReadOnly(false);
		expect(await ask(), "a tick after the last try").toMatchObject({ isAdmin: false });
		site.clock.pass(30_000);
		expect(await ask()).toMatchObject({ isAdmin: true });
		expect(calls()).toBe(1);
		site.clock.pass(30_000);
		expect(await ask()).toMatchObject({ isAdmin: true });
		expect(calls(), "the stored ones have ended meanwhile").toBe(2);
		expect(site.onEnded).not.toHaveBeenCalled();
	});

	it("a refused session gives no viewer, and is deleted when that can be stored", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		for (const ms of [0, 0, 30_000]) {
			site.clock.pass(ms);
			expect(await ask()).toBeUndefined();
		}
		expect(site.onEnded).not.toHaveBeenCalled();
		await makeReadOnly(false);
		site.clock.pass(30_000);
		expect(await ask()).toBeUndefined();
		expect(await row()).toBeUndefined();
		expect(site.onEnded).toHaveBeenCalledOnce();
		expect(calls()).toBe(1);
	});
});
