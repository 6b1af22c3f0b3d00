import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RefreshRefused } from "~/account/identity-provider.server";
import { holding, openSessions, type Sessions } from "./sessions.setup";

const HOUR = 3_600_000;
/** Twitch's tokens last four hours. */
const LIFE = 4 * HOUR;

let site: Sessions;
let cookie: string;

beforeEach(async () => {
	site = await openSessions({ checksTokens: true });
	const expiresAt = new Date(site.clock.now().getTime() + LIFE).toISOString();
	cookie = (await site.sessions.open(site.identity("ana", {}, { expiresAt }))).cookie;
});
afterEach(() => site.close());

const ask = (sessions = site.sessions) => sessions.findViewer(holding(cookie));
const checks = () => site.isTokenValid.mock.calls.length;

describe("where the provider requires token validation", () => {
	it("an active session is validated once an hour", async () => {
		await ask();
		site.clock.pass(HOUR - 1);
		await ask();
		expect(checks(), "a sign-in is as good").toBe(0);
		site.clock.pass(1);
		await Promise.all([ask(), ask(), ask()]);
		expect(checks()).toBe(1);
		expect(site.isTokenValid.mock.calls[0]).toMatchObject([{ accessToken: "plain-access-ana" }]);
		site.clock.pass(HOUR);
		expect(await ask()).toMatchObject({ username: "ana" });
		expect(checks()).toBe(2);
		expect(site.refresh).not.toHaveBeenCalled();
	});

	it("a session is validated after a start of the site", async () => {
		const restarted = site.build();
		expect(await ask(restarted)).toBeDefined();
		expect(checks()).toBe(1);
	});

	it("an invalid token ends the session if the refresh is refused too", async () => {
		site.isTokenValid.mockResolvedValue(false);
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		site.clock.pass(HOUR);
		expect(await ask()).toBeUndefined();
		expect(site.onEnded).toHaveBeenCalledOnce();
		expect(await site.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
	});

	it("an invalid token that can be refreshed is refreshed", async () => {
		site.isTokenValid.mockResolvedValue(false);
		site.refresh.mockImplementation(async () => site.identity("ana", { nickname: "Ana_Live" }));
		site.clock.pass(HOUR);
		expect(await ask()).toMatchObject({ username: "ana_live" });
		await ask();
		expect(checks(), "the new one is as good as asked after").toBe(1);
	});

	it("the session stays while the provider does not answer, and is validated again at the next tick", async () => {
		site.isTokenValid.mockRejectedValue(new Error("connect ECONNREFUSED"));
		site.clock.pass(HOUR);
		expect(await ask()).toBeDefined();
		await ask();
		expect(checks()).toBe(1);
		site.clock.pass(30_000);
		expect(await ask()).toBeDefined();
		expect(checks()).toBe(2);
	});

	it("a successful validation clears an unclear refusal", async () => {
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant", {}, true));
		site.clock.pass(LIFE - HOUR / 2);
		site.isTokenValid.mockResolvedValueOnce(false);
		expect(await ask()).toBeDefined();
		site.clock.pass(30_000);
		expect(await ask()).toBeDefined();
		expect([checks(), site.refresh.mock.calls.length]).toEqual([2, 1]);
		site.clock.pass(HOUR / 2);
		expect(await ask(), "refused for the first time since").toBeDefined();
		expect(site.refresh).toHaveBeenCalledTimes(2);
	});

	it("an expired token is refreshed and not validated", async () => {
		site.refresh.mockImplementation(async () => site.identity("ana"));
		site.clock.pass(LIFE);
		expect(await ask()).toBeDefined();
		expect(checks()).toBe(0);
		expect(site.refresh).toHaveBeenCalledOnce();
	});
});

describe("a refresh without claims", () => {
	beforeEach(() => {
		site.refresh.mockImplementation(async () => ({
			tokens: { ...site.identity("ana").tokens, refreshToken: "plain-refresh-2" },
			claims: undefined,
		}));
		site.clock.pass(LIFE);
	});

	it("keeps the user unchanged, and is repeated at the next tick with the new tokens", async () => {
		expect(await ask()).toMatchObject({ username: "ana", points: 1000 });
		expect(await ask()).toMatchObject({ username: "ana" });
		expect(site.refresh).toHaveBeenCalledOnce();
		site.refresh.mockImplementation(async () => site.identity("ana", { nickname: "Ana_Live" }));
		site.clock.pass(30_000);
		expect(await ask()).toMatchObject({ username: "ana_live" });
		expect(site.refresh.mock.calls[1]?.[0]).toMatchObject({ refreshToken: "plain-refresh-2" });
	});
});
