import { afterEach, describe, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { runCommandLine } from "~/commands/command-line.server";
import { siteEngine } from "~/commands/existing-database.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import { createForgottenEvents } from "~/earning/inbox/forgotten.server";
import type { PlatformEvent } from "~/earning/inbox/platform-event";
import { deleteOldEarnings } from "~/earning/old-earnings.server";
import { saveChat } from "~/earning/watch/activity.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { readKeyFile } from "~/settings/key-file.server";
import { saveGoal } from "~/store/goal/goal.server";
import { storeInvariants } from "~/store/store.audit.server";
import { importText } from "../../support/data/imports";
import { addItem } from "../../support/data/store-rows";
import { addUser, fakeClock, userId } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows, rowsOf } from "../../support/rows-of";
import { temporaryFolder } from "../../support/temporary-folder";
import { removeGuards } from "../../support/unguarded";
import { eventOf, openStreamSite, watcher } from "../earning/stream-site";

const AT = "2026-03-02T00:00:00.000Z";

const test = databaseForEachTest();

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

/** Lets commands use the test's database. @returns what they print. */
function commandOutput(): string[] {
	vi.stubEnv("DATABASE_URL", test.url);
	const out: string[] = [];
	for (const method of ["log", "error"] as const)
		vi.spyOn(console, method).mockImplementation((text) => out.push(text));
	return out;
}

/** Contents of all tables as JSON, to search for erased data. */
async function databaseText(): Promise<string> {
	const tables = await test.db.introspection.getTables();
	const rows = await Promise.all(
		tables.map(({ name }) =>
			test.db
				.selectFrom(name as "users")
				.selectAll()
				.execute(),
		),
	);
	return JSON.stringify(rows);
}

it("erasing a user removes all personal data and changes no ledger entry", async () => {
	const { db } = test;
	const ana = await addUser(db, "ana", 1000);
	await addUser(db, "bruno", 500);
	await changeRows(db, "users", { id: ana }, { email: "ana@mail.example", roles: '["Admin"]' });
	const session = { id: "hash", tokens: "sealed", tokens_expire_at: AT };
	await addRow(db, "sessions", { ...session, user_id: ana, created_at: AT, expires_at: AT });
	const request = { id: "r", action: "store.redeem", input: '{"answer":"my street"}', answer: "{}" };
	await addRow(db, "idempotency_keys", { ...request, user_id: ana, created_at: AT });
	const page = { is_public: 1, shows_points: 1, shows_wins: 1, shows_since: 1, updated_at: AT } as const;
	await addRow(db, "player_pages", { ...page, user_id: ana });
	const merge = { id: "m", provider: "StreamElements", username: "ana", provider_points: 5, credited: 5 };
	await addRow(db, "point_merges", { ...merge, user_id: ana, actor: "user-bruno", created_at: AT });
	await saveGoal({ db, now: () => new Date(AT) }, ana, {
		intent: "setGoal",
		itemId: await addItem(db, "Mug"),
	});
	const before = await rowsOf(db, "point_entries");

	await eraseUser({ db, async remember() {} }, ana);
	const left = await databaseText();
	for (const trace of ["subject-ana", "ana@mail.example", "Admin", "my street", "sealed", '"ana"']) {
		expect(left).not.toContain(trace);
	}
	expect(left).toContain("subject-bruno");
	expect([await rowsOf(db, "goals"), await rowsOf(db, "point_entries")]).toEqual([[], before]);
	await expectInvariants(db, ...ledgerInvariants, ...storeInvariants);
});

it("erasing a user clears each table with a user's id, except for those that keep results without a name", async () => {
	const ana = await addUser(test.db, "ana");
	await removeGuards(test.db);
	const all = await test.db.introspection.getTables();
	const tables = all.filter(({ columns }) => columns.some(({ name }) => name === "user_id"));
	for (const { name, columns } of tables) {
		const values = columns.map(({ name, dataType }) => {
			if (name === "user_id") return [name, ana];
			return [name, /int|real|double|numeric/i.test(dataType) ? 1000 : "1000"];
		});
		await test.db
			.insertInto(name as "goals")
			.values(Object.fromEntries(values))
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}
	await eraseUser({ db: test.db, async remember() {} }, ana);
	const left: string[] = [];
	for (const { name } of tables) {
		const rows = test.db
			.selectFrom(name as "goals")
			.select("user_id")
			.where("user_id", "=", ana);
		if (await rows.executeTakeFirst()) left.push(name);
	}
	expect(left.sort()).toEqual([
		...["code_claims", "crash_bets", "crash_rounds", "daily_bonuses", "earned_days", "game_wins"],
		...["hunt_guesses", "instant_rounds", "market_stakes", "orders", "platform_events", "player_seeds"],
		...["point_entries", "point_hours", "point_merges", "raffle_entries", "raffle_places", "raffle_tickets"],
		...["slot_requests", "tournament_entries", "user_points", "waiting_watch"],
	]);
});

const pointsTools = () => ({
	...{ db: test.db, now: fakeClock().now, announceBalance() {} },
	...{ announceNotices() {}, wakeJobs() {} },
});

it("the erase command erases one user, and none if the name is ambiguous or unknown", async () => {
	await addUser(test.db, "ana");
	const bruno = await addUser(test.db, "bruno");
	await changeRows(test.db, "users", { id: bruno }, { twitch_username: "ana" });
	const output = commandOutput();
	expect(await runCommandLine(["erase", "carla"])).toBe(1);
	expect(output.splice(0)).toEqual([expect.stringContaining("There is no user carla.")]);
	expect(await runCommandLine(["erase", "ana"])).toBe(1);
	expect(output.join()).toContain(bruno);
	expect(await databaseText()).toContain("subject-bruno");
	expect(await runCommandLine(["erase", "Ana", bruno])).toBe(0);
	expect(await databaseText()).not.toContain("subject-bruno");
	expect(await databaseText()).toContain("subject-ana");

	await importText(pointsTools(), bruno, "username,points\nLurker_1,900\nother,5", "wait");
	expect(await runCommandLine(["erase", "lurker_1"]), "without a user, the lines of imports").toBe(0);
	expect(await databaseText()).not.toContain("lurker_1");
	expect(await runCommandLine(["erase", "lurker_1"])).toBe(1);
});

describe("what is stored about accounts of platforms", () => {
	/** Events, points and a chat message of a user (account 71) and of a stranger (account 72), who is called AnaStranger. */
	async function happen() {
		const site = openStreamSite(test);
		const people = [
			{ id: "71", name: "anaontwitch" },
			{ id: "72", name: "AnaStranger" },
		];
		const receive = async () => {
			for (const person of people) {
				await site.receive(eventOf({ person, kind: "gift", facts: { tier: 1, count: 1 } }));
				const chat = { platform: "twitch", person_id: person.id, person_name: person.name, at: AT };
				await test.db.transaction().execute((trx) => saveChat(trx, chat));
			}
		};
		const turn = (number: number) =>
			site.addTurn(
				{ platform: "twitch", streamId: "9", turn: number, at: new Date(AT) },
				people.map(({ id, name }) => watcher(id, { name })),
			);
		await receive();
		await turn(1);
		await site.settle();
		const ana = await addUser(test.db, "ana", 0);
		await site.signIn(ana, "71");
		await site.settle();
		await receive();
		await turn(2);
		await site.settle();
		return { ana, site };
	}

	it("is removed with its user, and what was credited stays without a name", async () => {
		const { ana, site } = await happen();
		const entries = await rowsOf(test.db, "point_entries");
		expect(entries.filter(({ user_id }) => user_id === ana)).toHaveLength(4);
		// Points that have waited and are not yet credited.
		const claimed = { platform: "twitch", person_id: "71", stream_id: "8", day: "2026-03-01", points: 5 };
		await addRow(test.db, "waiting_watch", { ...claimed, user_id: ana });

		await site.erase(ana);
		const left = await databaseText();
		for (const trace of ["anaontwitch", '"71"']) expect(left).not.toContain(trace);
		for (const trace of ["AnaStranger", '"72"']) expect(left).toContain(trace);
		expect(await rowsOf(test.db, "point_entries")).toEqual(entries);
		await expectInvariants(test.db, ...ledgerInvariants, ...earningInvariants);

		// The account is a stranger's again, also for a new user.
		await site.receive(eventOf({ person: { id: "71", name: "anaontwitch" }, key: "follow" }));
		await site.settle();
		const again = await addUser(test.db, "again", 0);
		await site.signIn(again, "71");
		await site.settle();
		await expectInvariants(test.db, ...ledgerInvariants, ...earningInvariants);
		expect(await earnedBy(again)).toMatchObject([{ delta: 50 }]);
	});

	const eventsOf = (person_id: string) => rowsOf(test.db, "platform_events", { person_id });
	/** The entries of a user for what happened on a stream. */
	const earnedBy = async (user_id: string) =>
		(await rowsOf(test.db, "point_entries", { user_id })).filter(({ reason }) =>
			reason.startsWith("stream-"),
		);
	const gift = (event: Partial<PlatformEvent>) =>
		eventOf({ kind: "gift", facts: { tier: 1, count: 5 }, person: { id: "71", name: "ana" }, ...event });

	it("is not stored or paid again when the platform's messages are repeated after the erasure", async () => {
		const site = openStreamSite(test);
		const ana = await addUser(test.db, "ana", 0);
		await site.signIn(ana, "71");
		// Of two platforms, with and without a key, credited and not yet credited.
		const credited = [
			gift({ platform: "kick", key: "gift:1" }),
			gift({}),
			gift({ kind: "follow", key: "follow" }),
		];
		for (const event of credited) await site.receive(event);
		await site.settle();
		const events = [
			...credited,
			gift({ kind: "resubscription", key: "resub:2", facts: { tier: 1, months: 2 } }),
		];
		await site.receive(events.at(-1)!);
		await site.erase(ana);
		const left = JSON.stringify(await rowsOf(test.db, "forgotten_events"));
		expect(left).not.toMatch(/"71"|follow|kick|twitch|user-ana/);

		const again = await addUser(test.db, "again", 0);
		await site.signIn(again, "71");
		const receiveAll = () => Promise.all(events.map(site.receive));
		expect(await receiveAll()).toEqual([false, false, false, false]);
		await site.settle();
		// Other events of the person, and the same ones of other people, are new.
		const others = [gift({ key: "gift:2" }), gift({ person: { id: "72", name: "bruno" }, key: "gift:1" })];
		for (const event of others) expect(await site.receive(event)).toBe(true);
		await site.settle();
		expect(await earnedBy(again)).toMatchObject([{ reference: `${again}:gift:2` }]);
		await expectInvariants(test.db, ...ledgerInvariants, ...earningInvariants);
	});

	it("is not stored again after the erasure of somebody who has never signed in", async () => {
		const site = openStreamSite(test);
		const event = gift({ key: "gift:1" });
		await site.receive(event);
		await site.settle();
		expect(await site.eraseAccount("twitch", "71")).toBe(1);
		expect(await site.receive(event)).toBe(false);
		expect(await eventsOf("71")).toEqual([]);
	});

	it("leaves hashes as long as a message may be repeated: on Twitch 20 minutes, on Kick 7 days and 10 minutes", async () => {
		const site = openStreamSite(test);
		for (const platform of ["twitch", "kick"] as const) {
			await site.receive(gift({ platform, key: "gift:1" }));
			await site.eraseAccount(platform, "71");
		}
		const hashes = async () => (await rowsOf(test.db, "forgotten_events")).length;
		const counts: number[] = [];
		for (const minutes of [20, 0.001, 7 * 24 * 60 - 10 - 0.001, 0.001]) {
			site.clock.pass(minutes * 60_000);
			await deleteOldEarnings(test.db, site.clock.now());
			counts.push(await hashes());
		}
		expect(counts).toEqual([2, 1, 1, 0]);
	});

	it.each([
		["name", "Anastranger"],
		["id", "72"],
	])("is deleted by the erase command for a stranger's %s", async (_what, account) => {
		await happen();
		await importText(pointsTools(), userId("ana"), "ID,Username,Coins\n72,AnaStranger,5", "wait");
		const out = commandOutput();
		vi.stubEnv("DATA_FOLDER", temporaryFolder());
		const key = readKeyFile(siteEngine().keyFile ?? "");
		const [event] = await eventsOf("72");
		expect(await runCommandLine(["erase", `twitch:${account}`])).toBe(0);
		const forgotten = createForgottenEvents(key, () => new Date());
		const isForgotten = await test.db.transaction().execute((trx) => forgotten.has(trx, event!));
		expect(isForgotten, "by the site with this key").toBe(true);
		// Two events, the points of a stream on a day, that they wrote in the chat, and a line of an import.
		expect(out.splice(0)).toEqual([`Deleted 5 rows about ${account} on twitch.`]);
		const left = await databaseText();
		for (const trace of ["AnaStranger", "anastranger", '"72"']) expect(left).not.toContain(trace);
		for (const trace of ["anaontwitch", '"71"']) expect(left).toContain(trace);
		await expectInvariants(test.db, ...ledgerInvariants, ...earningInvariants);
		expect(await runCommandLine(["erase", `twitch:${account}`])).toBe(1);
		expect(out).toEqual([expect.stringContaining(`Nothing is stored about ${account} on twitch.`)]);
	});

	it("is not deleted if somebody has chosen the id of another person as a name, without the own id", async () => {
		const { site } = await happen();
		await site.receive(eventOf({ person: { id: "73", name: "72" }, key: "follow" }));
		const errors = commandOutput();
		const before = await databaseText();
		expect(await runCommandLine(["erase", "twitch:72"])).toBe(1);
		expect(errors.join()).toContain("  72\n  73");
		expect(await databaseText()).toBe(before);
		expect(await runCommandLine(["erase", "twitch:72", "73"])).toBe(0);
		const left = await databaseText();
		expect(left).toContain("AnaStranger");
		expect(left).not.toContain('"73"');
	});

	it.each(["71", "AnaOnTwitch"])("is not deleted by %s of somebody who has signed in", async (account) => {
		const { ana } = await happen();
		const errors = commandOutput();
		const before = await databaseText();
		expect(await runCommandLine(["erase", `twitch:${account}`])).toBe(1);
		expect(errors.join()).toContain(`plateia erase ana ${ana}`);
		expect(await databaseText()).toBe(before);
	});
});
