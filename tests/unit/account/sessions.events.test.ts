import { describe, expect, it } from "vitest";
import { RefreshRefused } from "~/account/identity-provider.server";
import { openForEachTest } from "../../support/for-each-test";
import { openSessions, requestWith } from "./sessions.setup";

const HOUR = 3_600_000;

const site = openForEachTest(openSessions);

const signIn = (name: string, claims = {}) => site.sessions.open(site.identity(name, claims));
const ids = async () => (await site.db.selectFrom("sessions").select("id").execute()).map(({ id }) => id);
const findWhenDue = (cookie: string) => {
	site.clock.pass(HOUR);
	return site.sessions.findViewer(requestWith(cookie));
};

describe("onEnded is called after the end of a session is stored", () => {
	it("at sign-out, for that session only", async () => {
		const { cookie } = await signIn("ana");
		const [first] = await ids();
		await signIn("ana");
		site.onEnded.mockImplementation(async () => expect(await ids()).not.toContain(first));
		await site.sessions.end(requestWith(cookie));
		await site.sessions.end(requestWith(cookie));
		expect(site.onEnded.mock.calls).toEqual([[first]]);
	});

	it("when the provider refuses the refresh", async () => {
		const { cookie } = await signIn("ana");
		const [id] = await ids();
		site.refresh.mockRejectedValue(new RefreshRefused("invalid_grant"));
		expect(await findWhenDue(cookie)).toBeUndefined();
		expect(site.onEnded.mock.calls).toEqual([[id]]);
	});

	it("but not while the provider is unreachable", async () => {
		const { cookie } = await signIn("ana");
		site.refresh.mockRejectedValue(new Error("ECONNREFUSED"));
		expect(await findWhenDue(cookie)).toBeDefined();
		expect(site.onEnded).not.toHaveBeenCalled();
	});
});

describe("onRolesChanged is called", () => {
	it("when roles change at a later sign-in, not at the first or without a change", async () => {
		const { userId } = await signIn("ana", { roles: ["admin"] });
		await signIn("ana", { roles: ["admin"], nickname: "ana_live" });
		expect(site.onRolesChanged).not.toHaveBeenCalled();
		await signIn("ana", { roles: [] });
		expect(site.onRolesChanged.mock.calls).toEqual([[userId]]);
	});

	it("when roles change at a refresh", async () => {
		const { userId, cookie } = await signIn("ana", { roles: ["admin"] });
		site.refresh.mockImplementation(async () => site.identity("ana", { roles: ["admin"] }));
		await findWhenDue(cookie);
		expect(site.onRolesChanged).not.toHaveBeenCalled();
		site.refresh.mockImplementation(async () => site.identity("ana"));
		expect(await findWhenDue(cookie)).toMatchObject({ isAdmin: false });
		expect(site.onRolesChanged.mock.calls).toEqual([[userId]]);
	});
});
