import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
	it("are left alone while 90 s remain", async () => {
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

	it("are refreshed after they have long ended", async () => {
		site.clock.pass(20 * 24 * HOUR);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(1);
	});

	it("are refreshed once for requests that come together", async () => {
		leave(1000);
		const viewers = await Promise.all(Array.from({ length: 20 }, ask));
		expect(calls()).toBe(1);
		expect(viewers.every((viewer) => viewer?.username === "ana")).toBe(true);
	});

	it("are each session's own", async () => {
		const second = (await site.sessions.open(site.identity("bruno"))).cookie;
		leave(1000);
		await Promise.all([ask(), site.sessions.findViewer(holding(second))]);
		expect(calls()).toBe(2);
	});

	it("are not asked for without a refresh token", async () => {
		cookie = (await site.sessions.open(site.identity("ana", {}, { refreshToken: undefined }))).cookie;
		leave(1000);
		expect(await ask()).toBeDefined();
		expect(calls()).toBe(0);
	});

	it("do not tell time by the session: its end stays where it was", async () => {
		const before = (await row())?.expires_at;
		leave(1000);
		await ask();
		expect((await row())?.expires_at).toBe(before);
	});
});

describe("a refresh", () => {
	it("takes over the role and the name of now for the very request that caused it", async () => {
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

	it("that is refused in unclear words ends the session once they are heard again a minute later", async () => {
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

	it("that succeeds clears what doubt there was", async () => {
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

	it("that is refused for one person leaves the others signed in", async () => {
		const second = (await site.sessions.open(site.identity("bruno"))).cookie;
		site.refresh.mockImplementation(async (_tokens, subject) => {
			if (subject === "subject-ana") throw new RefreshRefused("invalid_grant");
			return site.identity("bruno");
		});
		leave(1000);
		const viewers = await Promise.all([ask(), site.sessions.findViewer(holding(second))]);
		expect(viewers.map((viewer) => viewer?.username)).toEqual([undefined, "bruno"]);
	});

	it("after sign-out does not bring the session back", async () => {
		let answer: () => void = () => {};
		const asked = new Promise<void>((resolve) => {
			site.refresh.mockImplementation(async () => {
				resolve();
				await new Promise<void>((go) => {
					answer = go;
				});
				return site.identity("ana");
			});
		});
		leave(1000);
		const viewer = ask();
		await asked;
		await site.sessions.end(holding(cookie));
		answer();
		expect(await viewer).toBeUndefined();
		expect(await row()).toBeUndefined();
	});
});

describe("while the provider is down", () => {
	beforeEach(() => {
		site.refresh.mockRejectedValue(new Error("connect ECONNREFUSED"));
		leave(60_000);
	});

	it("the session stays, with the roles that were read last", async () => {
		expect(await ask()).toMatchObject({ username: "ana", isAdmin: false });
		expect(await row()).toBeDefined();
	});

	it("the next try comes after 30 s and not before", async () => {
		await ask();
		site.clock.pass(29_999);
		await ask();
		expect(calls()).toBe(1);
		site.clock.pass(1);
		await ask();
		expect(calls()).toBe(2);
	});

	it("the first try that is answered sets everything right", async () => {
		await ask();
		site.clock.pass(30_000);
		site.refresh.mockImplementation(async () => site.identity("ana", { roles: ["Admin"] }));
		expect(await ask()).toMatchObject({ isAdmin: true });
		leave(1000);
		await ask();
		expect(calls(), "without a pause that was left over").toBe(3);
	});
});

it("gives no viewer, and no error, after the site's secret was changed", async () => {
	const restarted = site.build("another secret, of enough characters");
	leave(1000);
	expect(await restarted.findViewer(holding(cookie))).toBeUndefined();
});
