import { createHmac } from "node:crypto";
import { transact } from "db/transact";
import { describe, expect, it } from "vitest";
import { deleteSessionsExpiredBefore } from "~/account/sessions.queries.server";
import { openForEachTest } from "../../support/for-each-test";
import { openSessions, requestWith, SECRET } from "./sessions.setup";

const DAY = 24 * 60 * 60 * 1000;

const site = openForEachTest(openSessions);

const signIn = async (name: string, claims = {}, tokens = {}) =>
	(await site.sessions.open(site.identity(name, claims, tokens))).cookie;
const rows = () => site.db.selectFrom("sessions").selectAll().execute();
const entries = () => site.db.selectFrom("point_entries").selectAll().execute();
const users = () => site.db.selectFrom("users").selectAll().execute();

describe("the first sign-in", () => {
	it("registers the user with 1000 points as one ledger entry", async () => {
		const { userId, cookie } = await site.sessions.open(site.identity("ana", { roles: ["Mod"] }));
		expect(await users()).toEqual([
			{
				id: userId,
				twitch_id: "subject-ana",
				twitch_username: "ana",
				email: "ana@example.com",
				roles: '["Mod"]',
				created_at: site.clock.now().toISOString(),
				name_hidden_at: null,
			},
		]);
		expect(await entries()).toMatchObject([{ user_id: userId, delta: 1000, reason: "registration" }]);
		expect(await site.sessions.findViewer(requestWith(cookie))).toEqual({
			id: userId,
			username: "ana",
			isAdmin: false,
			rights: [],
			points: 1000,
			sessionId: (await rows())[0]?.id,
			sessionEndsAt: (await rows())[0]?.expires_at,
			avatarId: null,
		});
	});

	it.each<[unknown, string | null]>([
		["a\u0000na@example.com", "ana@example.com"],
		["\u0000", null],
		[{ address: "ana@example.com" }, null],
		[7, null],
	])("stores of the e-mail address %j what can be stored", async (email, stored) => {
		await site.sessions.open(site.identity("ana", { email }));
		expect((await users())[0]?.email).toBe(stored);
	});

	it("from two browsers concurrently registers the user once", async () => {
		const both = [site.sessions.open(site.identity("ana")), site.sessions.open(site.identity("ana"))];
		const [one, two] = await Promise.all(both);
		expect(one?.userId).toBe(two?.userId);
		expect([(await users()).length, (await entries()).length, (await rows()).length]).toEqual([1, 1, 2]);
	});
});

describe("a later sign-in", () => {
	it("has a new session id and gives no more points", async () => {
		const first = await signIn("ana");
		const second = await signIn("ana");
		expect(first.split(";", 1)[0]).not.toBe(second.split(";", 1)[0]);
		expect(new Set((await rows()).map(({ id }) => id)).size).toBe(2);
		expect(await entries()).toHaveLength(1);
	});

	it("under another name keeps the user, the points and all other data", async () => {
		const { userId } = await site.sessions.open(site.identity("ana"));
		await site.db.updateTable("user_points").set({ points: 77 }).execute();
		const cookie = await signIn("ana", { nickname: "Ana_Live", email: "new@example.com" });
		expect(await site.sessions.findViewer(requestWith(cookie))).toMatchObject({
			id: userId,
			username: "ana_live",
			points: 77,
		});
		expect(await users()).toMatchObject([{ id: userId, email: "new@example.com" }]);
	});

	it("applies the current roles", async () => {
		const admin = await signIn("ana", { roles: ["ADMIN"] });
		expect(await site.sessions.findViewer(requestWith(admin))).toMatchObject({ isAdmin: true });
		await signIn("ana", { roles: ["ADMIN"], nickname: "ana_live" });
		expect(site.onRolesChanged).not.toHaveBeenCalled();
		await signIn("ana", { roles: [] });
		expect(site.onRolesChanged.mock.calls).toEqual([[(await users())[0]?.id]]);
		expect(await site.sessions.findViewer(requestWith(admin)), "in all sessions").toMatchObject({
			isAdmin: false,
			rights: [],
		});
	});
});

describe("the cookie", () => {
	it("is HttpOnly and SameSite", async () => {
		expect(await signIn("ana")).toMatch(
			/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
		);
	});

	it("is bound to this host and Secure if the site uses https", async () => {
		const secure = await openSessions({ origin: "https://plateia.example" });
		const { cookie } = await secure.sessions.open(secure.identity("ana"));
		expect(cookie).toMatch(
			/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
		expect(await secure.sessions.findViewer(requestWith(cookie))).toBeDefined();
		expect(await secure.sessions.findViewer(requestWith(cookie.replace("__Host-", "")))).toBeUndefined();
		expect(secure.sessions.clearCookie()).toMatch(/^__Host-session=; Max-Age=0; .*Secure/);
		await secure.close();
	});

	it("contains a token of which the database has only a hash", async () => {
		const token = (await signIn("ana")).split(";", 1)[0]?.split("=")[1] ?? "";
		const tables = ["sessions", "users", "user_points", "point_entries", "idempotency_keys"] as const;
		const all = await Promise.all(tables.map((table) => site.db.selectFrom(table).selectAll().execute()));
		const json = JSON.stringify(all);
		expect(json).toContain(createHmac("sha256", SECRET).update(`session ${token}`).digest("hex"));
		expect(json).not.toContain(token);
		expect(json, "no provider tokens either").not.toMatch(/plain-(access|refresh|id)/);
	});

	it.each(["session=", "session=x", ""])("identifies no viewer if it is %j", async (cookie) => {
		await signIn("ana");
		expect(await site.sessions.findViewer(requestWith(cookie))).toBeUndefined();
	});

	it("with the session id instead of the token is not accepted", async () => {
		await signIn("ana");
		const id = (await rows())[0]?.id;
		expect(await site.sessions.findViewer(requestWith(`session=${id}`))).toBeUndefined();
	});

	it("is not accepted after a change of the site's secret, whether a refresh is due or not", async () => {
		const cookie = await signIn("ana", { roles: ["admin"] });
		const restarted = site.build("another secret, of enough characters");
		expect(await restarted.findViewer(requestWith(cookie))).toBeUndefined();
		site.clock.pass(DAY);
		expect(await restarted.findViewer(requestWith(cookie))).toBeUndefined();
		expect(await restarted.end(requestWith(cookie))).toBeUndefined();
		expect(site.refresh).not.toHaveBeenCalled();
	});
});

describe("a session", () => {
	it("is known without the database once it was opened or found, until it ends", async () => {
		const cookie = (await signIn("ana")).split(";", 1)[0] ?? "";
		const [{ user_id: ana = "" } = {}] = await rows();
		expect(site.sessions.accountOf(cookie)).toBe(ana);
		expect([site.sessions.accountOf(), site.sessions.accountOf(`${cookie}x`)]).toEqual([
			undefined,
			undefined,
		]);
		const other = site.build();
		expect(other.accountOf(cookie)).toBeUndefined();
		await other.findViewer(requestWith(cookie));
		expect(other.accountOf(cookie)).toBe(ana);
		await other.end(requestWith(cookie));
		expect(other.accountOf(cookie)).toBeUndefined();
	});

	it.each([
		["30 days with a refresh token", {}, 30 * DAY],
		["12 hours without one", { refreshToken: undefined }, DAY / 2],
	])("lasts %s and then identifies no viewer", async (_what, tokens, life) => {
		site.refresh.mockImplementation(async () => site.identity("ana"));
		const cookie = await signIn("ana", {}, tokens);
		site.clock.pass(life - 1);
		expect(await site.sessions.findViewer(requestWith(cookie))).toBeDefined();
		site.clock.pass(1);
		expect(await site.sessions.findViewer(requestWith(cookie))).toBeUndefined();
		await transact(site.db, (trx) => deleteSessionsExpiredBefore(trx, site.clock.now().toISOString()));
		expect(await rows()).toEqual([]);
	});

	it("is deleted on the server at sign-out, and other sessions are not", async () => {
		const one = await signIn("ana");
		const id = (await rows())[0]?.id;
		const two = await signIn("ana");
		site.onEnded.mockImplementation(async () =>
			expect(
				(await rows()).map((row) => row.id),
				"announced once it is stored",
			).not.toContain(id),
		);
		expect(await site.sessions.end(requestWith(one))).toBe("https://login.example/end?hint=plain-id-ana");
		expect(await site.sessions.findViewer(requestWith(one))).toBeUndefined();
		expect(await site.sessions.findViewer(requestWith(two))).toBeDefined();
		expect(await rows()).toHaveLength(1);
		expect(await site.sessions.end(requestWith(one))).toBeUndefined();
		expect(site.onEnded.mock.calls).toEqual([[id]]);
	});
});

it("the subjects listed in the settings are admins, independent of roles and names", async () => {
	const listed = await openSessions({ adminSubjects: ["subject-ana"] });
	const ana = await listed.sessions.open(listed.identity("ana", { nickname: "streamer" }));
	const other = await listed.sessions.open(listed.identity("bruno", { nickname: "subject-ana" }));
	expect(await listed.sessions.findViewer(requestWith(ana.cookie))).toMatchObject({ isAdmin: true });
	expect(await listed.sessions.findViewer(requestWith(other.cookie))).toMatchObject({ isAdmin: false });
	await listed.close();
});
