import { describe, expect, it } from "vitest";
import { earningInvariants } from "~/earning/earning.audit.server";
import type { PlatformId } from "~/earning/inbox/platform-event";
import { NO_RULES } from "~/earning/rules/rules";
import { watchSlice } from "~/earning/watch/watch.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { addUser, userId } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { runJobs } from "../../support/settle-jobs";
import { openStreamSite, RULES, watcher } from "./stream-site";

const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const [ana, bruno] = [userId("ana"), userId("bruno")];
/** A site that handles four people at once. */
const open = (rulesAt?: Parameters<typeof openStreamSite>[1]) =>
	openStreamSite(test, rulesAt, { sliceSize: 4 });
const expectSound = () => expectInvariants(test.db, ...earningInvariants, ...ledgerInvariants);
const entries = () => rowsOf(test.db, "point_entries", { reason: "stream-watch:Twitch" });
const deltas = async () => (await entries()).map(({ delta }) => delta);
const turnAt = (turn: number, at = "2026-03-04T12:00:00.000Z") => ({
	...{ platform: "twitch" as PlatformId, streamId: "9", turn, at: new Date(at) },
});

const strangers = (count: number) => Array.from({ length: count }, (_, index) => watcher(String(index + 10)));

describe("a turn of watching", () => {
	it("pays everybody who is there once, and more to the active ones", async () => {
		const site = open();
		await site.signIn(ana, "1");
		await site.signIn(bruno, "2");
		const bot = watcher("3", { name: "SomeBot" });
		const people = [watcher("1", { isActive: true }), bot, ...["2", "2", "4", "4"].map((id) => watcher(id))];
		expect(await site.addTurn(turnAt(1), people)).toBe(true);
		await site.settle();
		expect(await site.addTurn(turnAt(1), people)).toBe(false);
		await site.settle();
		expect(await entries()).toMatchObject([
			{ user_id: ana, delta: 8, reference: `9:1:${ana}` },
			{ user_id: bruno, delta: 5, reference: `9:1:${bruno}` },
		]);
		expect(site.balances.slice(2), "after those of the sign-ins").toEqual([ana, bruno]);
		expect(await rowsOf(test.db, "waiting_watch")).toMatchObject([{ points: 5 }]);
		await expectSound();
	});

	it("pays once, also if the process ends after each slice", async () => {
		const people = Array.from({ length: 18 }, (_, number) => String(number + 1));
		for (const id of people.slice(0, 12)) {
			await addUser(test.db, `viewer${id}`, 0);
			await open().signIn(userId(`viewer${id}`), id);
		}
		await open().addTurn(
			turnAt(1),
			people.map((id) => watcher(id)),
		);
		for (let start = 0; start < 5; start++) {
			// Somebody signs in between two slices.
			if (start === 2) await open().signIn(ana, "13");
			await runJobs(open().site, watchSlice);
		}
		await open().settle();
		expect(await entries()).toHaveLength(13);
		await expectSound();
		const waiting = await rowsOf(test.db, "waiting_watch", { credited: null });
		expect(waiting.map(({ points }) => points)).toEqual([5, 5, 5, 5, 5]);
	});

	it("waits for people who sign in later, by day, up to the ceiling of each day", async () => {
		const site = open(() => ({ ...RULES, ceiling: 12 }));
		const turns = ["23:50", "23:55", "00:00", "00:05", "00:10"].map(
			(time) => `2026-03-0${time < "12" ? 5 : 4}T${time}:00.000Z`,
		);
		for (const [index, at] of turns.entries()) await site.addTurn(turnAt(index + 1, at), [watcher("1")]);
		await site.settle();
		expect(await entries()).toEqual([]);
		await site.signIn(ana, "1");
		await site.settle();
		expect(await deltas()).toEqual([10, 12]);
		expect(await rowsOf(test.db, "notifications")).toMatchObject([
			{ kind: "points-waited", data: '{"points":22,"platform":"Twitch"}' },
		]);
		await site.addTurn(turnAt(6, "2026-03-05T00:15:00.000Z"), [watcher("1")]);
		await site.settle();
		expect(await entries()).toHaveLength(2);
		await expectSound();
	});

	it.each([0, 5])(
		"pays a user once who watches with two accounts, with %i people between them",
		async (between) => {
			const site = open();
			await site.signIn(ana, "1");
			await site.signIn(ana, "2");
			await site.addTurn(turnAt(1), [watcher("1"), ...strangers(between), watcher("2")]);
			await site.settle();
			expect((await entries()).map(({ user_id, delta }) => [user_id, delta])).toEqual([[ana, 5]]);
			await expectSound();
		},
	);

	it("is paid once to a user whose accounts have waited for it", async () => {
		const site = open();
		const accounts = ["1", "2", "3", "4"].map((id) => watcher(id));
		await site.signIn(ana, "1");
		for (let turn = 1; turn <= 6; turn++) await site.addTurn(turnAt(turn), accounts);
		await site.addTurn(turnAt(7), accounts.slice(1));
		await site.settle();
		expect(await deltas()).toEqual([5, 5, 5, 5, 5, 5]);
		for (const { id } of accounts) await site.signIn(ana, id);
		await site.settle();
		// The seventh turn, by the account that signs in first.
		expect((await deltas()).slice(6)).toEqual([5]);
		await expectSound();
	});

	it("is paid once to a user with one account that waits and another one in a later slice", async () => {
		const site = open();
		await site.signIn(ana, "1");
		await site.addTurn(turnAt(1), [watcher("2"), ...strangers(5), watcher("1")]);
		await runJobs(site.site, watchSlice);
		await site.signIn(ana, "2");
		await site.settle();
		expect(await deltas()).toEqual([5]);
		await expectSound();
	});

	it("that waited is paid up to the ceiling, also of a day on which the rules were saved in the evening", async () => {
		const evening = new Date("2026-03-04T18:00:00.000Z");
		const site = open((at) => (at < evening ? NO_RULES : { ...RULES, ceiling: 12 }));
		for (let turn = 1; turn <= 4; turn++)
			await site.addTurn(turnAt(turn, "2026-03-04T19:00:00.000Z"), [watcher("1")]);
		await site.settle();
		await site.signIn(ana, "1");
		await site.settle();
		expect(await deltas()).toEqual([12]);
		await expectSound();
	});
});
