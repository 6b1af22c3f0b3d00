import { describe, expect, it } from "vitest";
import { GAMES } from "~/games/games.server";
import { readBalanceHistory } from "~/points/ledger/balance-history.server";
import { post } from "~/points/ledger/ledger.server";
import { readStatement } from "~/points/statement/statement.server";
import { addUser, fakeClock, postPoints, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse("2026-03-04T12:00:00.000Z");

const test = databaseForEachTest({ users: { ana: 1000, boss: 0 } });
const ana = userId("ana");
const admin = userId("boss");

/** Entries of 10 points, one an hour from START on, alternating with bruno's. */
async function fill(count: number) {
	const bruno = await addUser(test.db, "bruno", 5);
	await test.db.transaction().execute(async (trx) => {
		for (let n = 0; n < count; n += 1) {
			const at = new Date(START + n * 60 * 60 * 1000);
			for (const userId of [ana, bruno]) {
				const reference = `${userId} ${n}`;
				await post(trx, { userId, delta: 10, reason: "plinko-payout", reference, actor: userId, at });
			}
		}
	});
}

const read = (
	search = "",
	{ now = fakeClock("2026-04-01T00:00:00.000Z").now, reader = "viewer" as "viewer" | "admin" } = {},
) =>
	readStatement(testSite({ db: test.db, games: GAMES, now }), ana, {
		search: new URLSearchParams(search),
		language: "en",
		reader,
	});

describe("the entries", () => {
	it("are those of the viewer, formatted, newest first, with their actors", async () => {
		await fill(1);
		const at = new Date(START + DAY_MS);
		const adjustment = { delta: -300, reason: "admin-adjustment", reference: "x", actor: admin } as const;
		await postPoints(test.db, { userId: ana, ...adjustment, at });
		const { entries } = await read();
		expect(entries.rows).toMatchObject([
			{ words: "Admin points adjustment", by: "The team", delta: -300, balanceAfter: 710, reference: "x" },
			{
				words: "Plinko: payout",
				by: "You",
				delta: 10,
				balanceAfter: 1010,
				address: "/fairness?round=user-ana%200",
			},
			{ words: "Welcome points", by: "The site", delta: 1000, balanceAfter: 1000 },
		]);
		expect(entries.rows[0]?.when).toBe("5 Mar 2026, 12:00");
		const { entries: named } = await read("", { reader: "admin" });
		expect(named.rows.map(({ by }) => by)).toEqual(["boss", "ana", "The site"]);
	});
});

describe("the entries for watching", () => {
	/** Evenings of 48 turns, one each five minutes from 20:00, from 4 March on, with a round of Plinko in the middle. */
	async function watch(evenings: number) {
		for (let evening = 0; evening < evenings; evening++) {
			for (let turn = 0; turn < 48; turn++) {
				const at = new Date(START + evening * DAY_MS + 8 * 60 * 60_000 + turn * 5 * 60_000);
				const reference = `${evening}:${turn}:${ana}`;
				const entry = { userId: ana, delta: 5, reference, actor: "system", at };
				await postPoints(test.db, { ...entry, reason: "stream-watch:Twitch" });
				if (turn === 9) await postPoints(test.db, { ...entry, reason: "plinko-payout", delta: 30 });
			}
		}
	}

	it("that follow each other on one day are one line with their number and sum", async () => {
		await watch(1);
		await postPoints(test.db, {
			...{ userId: ana, delta: 7, reason: "stream-watch:Kick", reference: "k", actor: "system" },
			at: new Date(START + 12 * 60 * 60_000 - 1),
		});
		expect((await read()).entries.rows).toMatchObject([
			{ words: "Watching the stream on Kick", delta: 7, balanceAfter: 1277, reference: "k" },
			// The round divides them: 38 turns after it, 10 before it.
			{
				words: "Watching the stream on Twitch (38 times)",
				delta: 190,
				balanceAfter: 1270,
				when: "4 Mar 2026, 23:55",
			},
			{ words: "Plinko: payout", delta: 30, balanceAfter: 1080 },
			{
				...{ words: "Watching the stream on Twitch (10 times)", delta: 50, balanceAfter: 1050 },
				reference: `0:0:${ana} … 0:9:${ana}`,
			},
			{ words: "Welcome points", delta: 1000 },
		]);
	});

	it("are in one line each, whatever page they are on, divided by midnight", async () => {
		await watch(9);
		const first = (await read()).entries;
		expect(first.rows).toHaveLength(25);
		const second = (await read(first.next)).entries;
		expect(second.rows.map(({ delta }) => delta)).toEqual([30, 50, 1000]);
		const sum = [...first.rows, ...second.rows].reduce((all, { delta }) => all + delta, 0);
		expect(sum).toBe(1000 + 9 * (48 * 5 + 30));
		expect(second.next).toBeUndefined();
		expect((await read(second.previous)).entries).toEqual({ ...first, previous: undefined });
		for (const minutes of [-10, -5, 0, 5]) {
			const at = new Date(Date.parse("2026-03-15T00:00:00.000Z") + minutes * 60_000);
			const entry = { userId: ana, delta: 5, reference: `9:${minutes}:${ana}`, actor: "system", at };
			await postPoints(test.db, { ...entry, reason: "stream-watch:Twitch" });
		}
		expect((await read()).entries.rows.slice(0, 2).map(({ delta }) => delta)).toEqual([10, 10]);
	});
});

describe("the balance history", () => {
	it("starts a period with the balance at that time", async () => {
		await fill(10);
		const since = new Date(START + 6.5 * 60 * 60 * 1000);
		const history = await readBalanceHistory(test.db, ana, since);
		expect(history.map(({ points }) => points)).toEqual([1070, 1080, 1090, 1100]);
		expect(history[0]?.at).toBe(since.getTime());
		expect(await readBalanceHistory(test.db, ana, new Date(START + 10 * DAY_MS))).toEqual([]);
		expect(await readBalanceHistory(test.db, ana, new Date(0))).toHaveLength(12);
		const all = await readBalanceHistory(test.db, ana, undefined);
		expect(all.slice(0, 3)).toMatchObject([{ points: 1000 }, { at: START, points: 1010 }, { points: 1020 }]);
	});

	it("is sampled from the entries for a long ledger, including the first and the last", async () => {
		await fill(700);
		const rows = await rowsOf(test.db, "point_entries", { user_id: ana });
		const stored = new Set(rows.map((row) => `${Date.parse(row.created_at)} ${row.balance_after}`));
		const history = await readBalanceHistory(test.db, ana, undefined);
		expect(history.length).toBeGreaterThan(100);
		expect(history.length).toBeLessThanOrEqual(121);
		expect([history[0]?.points, history.at(-1)?.points]).toEqual([1000, 8000]);
		for (const { at, points } of history) expect(stored.has(`${at} ${points}`)).toBe(true);
		const sorted = [...history].sort((one, other) => one.at - other.at);
		expect(history).toEqual(sorted);
	});
});
