import { beforeEach, describe, expect, it } from "vitest";
import { RefreshRefused } from "~/account/identity-provider.server";
import { openForEachTest } from "../../support/for-each-test";
import { openSessions, requestWith } from "./sessions.setup";

const HOUR = 3_600_000;
/** Lifetime of a Twitch token. */
const LIFE = 4 * HOUR;

const site = openForEachTest(() => openSessions({ checksTokens: true }));
let cookie: string;

beforeEach(async () => {
	const expiresAt = new Date(site.clock.now().getTime() + LIFE).toISOString();
	cookie = (await site.sessions.open(site.identity("ana", {}, { expiresAt }))).cookie;
});

const findViewer = (sessions = site.sessions) => sessions.findViewer(requestWith(cookie));
const checks = () => site.isTokenValid.mock.calls.length;

describe("where the provider requires token validation", () => {
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
		expect(await findViewer(restarted)).toBeDefined();
		expect(checks()).toBe(1);
	});

	it("an invalid token ends the session if the refresh is refused too", async () => {
		site.isTokenValid.mockResolvedValue(false);
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		site.clock.pass(HOUR);
		expect(await findViewer()).toBeUndefined();
		expect(site.onEnded).toHaveBeenCalledOnce();
		expect(await site.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
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

describe("a refresh without claims", () => {
	beforeEach(() => {
		site.refresh.mockImplementation(async () => ({
			tokens: { ...site.identity("ana").tokens, refreshToken: "plain-refresh-2" },
			claims: undefined,
		}));
		site.clock.pass(LIFE);
	});

	it("keeps the user unchanged, and is repeated at the next tick with the new tokens", async () => {
		expect(await findViewer()).toMatchObject({ username: "ana", points: 1000 });
		expect(await findViewer()).toMatchObject({ username: "ana" });
		expect(site.refresh).toHaveBeenCalledOnce();
		site.refresh.mockImplementation(async () => site.identity("ana", { nickname: "Ana_Live" }));
		site.clock.pass(30_000);
		expect(await findViewer()).toMatchObject({ username: "ana_live" });
		expect(site.refresh.mock.calls[1]?.[0]).toMatchObject({ refreshToken: "plain-refresh-2" });
	});
});
