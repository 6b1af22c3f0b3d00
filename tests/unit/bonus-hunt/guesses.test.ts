import { beforeEach, describe, expect, it } from "vitest";
import { correctPayout, editBonus } from "~/bonus-hunt/model/bonuses.server";
import { readOwnGuess, readOwnGuesses, saveGuess } from "~/bonus-hunt/model/guesses.server";
import { readLastHunt } from "~/bonus-hunt/model/local-hunt.server";
import { readPastHunt } from "~/bonus-hunt/model/past.server";
import { payPrize } from "~/bonus-hunt/model/prize.server";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { openHunt } from "./hunt.setup";

const at = openForEachTest(openHunt);
let [ana, bruno, carla] = ["", "", ""];
beforeEach(async () => {
	ana = await addUser(at.db, "ana");
	bruno = await addUser(at.db, "bruno");
	carla = await addUser(at.db, "carla");
});

const guess = (viewer: string, cents: number) =>
	saveGuess(at.tools, { id: viewer, isAdmin: false, rights: [] }, { huntId: at.huntId, guess: cents });
const finishWith = async (won: number) => {
	await at.open(await at.add(), won);
	await at.finish();
};
const past = async (viewer?: string, isAdmin = false) =>
	readPastHunt(at.tools, at.huntId, {
		viewer: viewer ? { id: viewer, isAdmin, rights: [] } : undefined,
		language: "en",
	});
const winners = async () =>
	(await past(at.admin, true))?.admin?.nearest.map(({ username }) => username).join();

describe("a guess", () => {
	it("is unique per viewer and may be changed until guessing is closed", async () => {
		await guess(ana, 100);
		await guess(ana, 200);
		expect(await readOwnGuess(at.db, at.huntId, ana)).toBe(200);
		expect(await at.db.selectFrom("hunt_guesses").select("guess").execute()).toEqual([{ guess: 200 }]);
		await at.setGuessing("closed");
		await expectRefusal(guess(ana, 300), "guessingClosed");
		await expectRefusal(guess(bruno, 300), "guessingClosed");
		await finishWith(1);
		await expectRefusal(guess(ana, 300), "huntOver");
		expect(await readOwnGuess(at.db, at.huntId, ana)).toBe(200);
		expect(await readOwnGuesses(at.db, ana)).toEqual({
			huntGuesses: [expect.objectContaining({ hunt_id: at.huntId, title: "Hunt", guess: 200 })],
		});
	});

	it("wins if it is the closest, above or below the result, and of equal ones the oldest since its last change", async () => {
		await guess(ana, 950);
		await guess(bruno, 1050);
		await guess(carla, 950);
		await guess(ana, 1);
		await guess(ana, 950);
		// An unchanged guess keeps its time.
		await guess(bruno, 1050);
		const far = await addUser(at.db, "far");
		await guess(far, 5000);
		await guess(await addUser(at.db, "near"), 1010);
		await finishWith(1000);
		expect(await winners()).toBe("near,bruno,carla,ana,far");
		expect((await past(far))?.own).toEqual({ guess: 5000, off: 4000, rank: 5 });
	});
});

it("a past hunt shows the winner to everyone, the own guess to each viewer, and the authors of other guesses to admins only", async () => {
	await guess(ana, 950);
	await guess(bruno, 1050);
	await guess(carla, 1050);
	await finishWith(1000);
	for (const viewer of [undefined, bruno, carla]) {
		const page = await past(viewer);
		expect(page).toMatchObject({ guesses: 3, winner: { username: "ana", guess: 950 }, admin: undefined });
		const json = JSON.stringify(page);
		for (const name of [ana, bruno, carla, '"bruno"', '"carla"']) expect(json).not.toContain(name);
	}
	expect((await past())?.own).toBeUndefined();
	const ranks = [];
	for (const viewer of [ana, bruno, carla]) ranks.push((await past(viewer))?.own?.rank);
	expect(ranks).toEqual([1, 2, 3]);
	expect((await past(bruno, true))?.admin?.nearest.map(({ isYou }) => isYou)).toEqual([false, true, false]);
});

describe("guessing", () => {
	const typed = { name: "A", provider: "", image: "", bet: 100, preNote: "" };
	const open = async (payout = 100) => at.open(await at.add(), payout);
	const edit = (bonusId: string, revision: number, payout: number | null) =>
		editBonus(at.tools, at.admin, { ...typed, bonusId, revision, payout });
	const isOpen = async () => (await at.hunt()).guessing === "open";

	it.each<[string, () => Promise<unknown>]>([
		["the first slot is opened", () => open()],
		[
			"that is undone, and the slot too",
			async () => {
				await open();
				await at.undo();
				await at.undo();
				expect(await at.bonuses()).toEqual([]);
			},
		],
		[
			"the opened slot is edited to be unopened, and removed",
			async () => {
				await open();
				const id = (await at.bonuses())[0]?.id ?? "";
				await edit(id, 2, null);
				expect(await isOpen()).toBe(false);
				await at.remove(id);
			},
		],
		[
			"an edit has opened the first slot, also when that is undone",
			async () => {
				const id = await at.add();
				await edit(id, 1, null);
				expect(await isOpen()).toBe(true);
				await edit(id, 2, 5);
				await at.undo();
			},
		],
		[
			"a hunt is reopened in which a correction has shown a payout",
			async () => {
				const bonusId = await at.add();
				await at.finish();
				await correctPayout(at.tools, at.admin, { huntId: at.huntId, bonusId, revision: 1, payout: 700 });
				await at.reopen();
				await at.undo();
				expect(await at.bonuses()).toMatchObject([{ payout: null }]);
			},
		],
	])("is closed for good after %s", async (_when, act) => {
		await guess(bruno, 700);
		await act();
		expect(await isOpen()).toBe(false);
		await expectRefusal(guess(ana, 100), "guessingClosed");
		await expectRefusal(at.setGuessing("open"), "payoutShown");
		expect(await readOwnGuess(at.db, at.huntId, bruno)).toBe(700);
		const hunts = at.db.updateTable("hunts");
		for (const change of [{ guessing: "open" as const }, { payout_shown_at: null }])
			await expect(hunts.set(change).execute(), "also in the database").rejects.toThrow("may not change");
	});

	it("can be closed and reopened by an admin until a payout is shown", async () => {
		await at.add();
		await at.setGuessing("closed");
		await expectRefusal(guess(ana, 100), "guessingClosed");
		await at.setGuessing("open");
		await guess(ana, 100);
	});
});

describe("a payout of a finished hunt", () => {
	const finished = async () => {
		const bonusId = await at.add();
		await at.open(bonusId, 100);
		await at.finish();
		return { huntId: at.huntId, bonusId, revision: 2, payout: 700 };
	};
	const correct = (correction: Awaited<ReturnType<typeof finished>>) =>
		correctPayout(at.tools, at.admin, correction);

	it("can be corrected with the displayed revision while another hunt is open", async () => {
		const correction = await finished();
		await at.start();
		await expectRefusal(correct({ ...correction, revision: 1 }), "editConflict");
		await correct(correction);
		await correct(correction);
		expect((await past())?.statistics.won).toBe(700);
		const changes = (await at.changes()).filter(({ action }) => action === "hunt.edit-slot");
		expect(changes).toEqual([
			expect.objectContaining({ subject_name: "Wolf Gold", before: '{"payout":1}', after: '{"payout":7}' }),
		]);
	});

	it("cannot be corrected in an open or unknown hunt, in an unknown slot, or after the prize was paid", async () => {
		await guess(ana, 900);
		const bonusId = await at.add();
		const correction = { huntId: at.huntId, bonusId, revision: 1, payout: 700 };
		await expectRefusal(correct(correction), "huntNotFinished");
		await expectRefusal(correct({ ...correction, huntId: "none" }), "huntGone");
		await at.finish();
		await expectRefusal(correct({ ...correction, bonusId: "none" }), "bonusGone");
		expect((await past(at.admin, true))?.admin?.correctable).toEqual([
			{ id: bonusId, payout: null, revision: 1 },
		]);
		await payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId: ana, points: 5 });
		await expectRefusal(correct(correction), "prizePaid");
		expect((await past(at.admin, true))?.admin?.correctable).toEqual([]);
	});

	it("returns to its earlier value when it is undone, which needs the hunt to be reopened", async () => {
		await correct(await finished());
		await expectRefusal(at.undo(), "huntOver");
		for (let time = 0; time < 2; time++) await at.reopen();
		const undone = [];
		for (let count = 0; count < 2; count++) {
			const step = await at.undo();
			undone.push([step?.kind, (await at.hunt()).status, (await at.bonuses())[0]?.payout]);
		}
		expect(undone).toEqual([
			["edit-slot", "open", 100],
			["open-slot", "open", null],
		]);
	});
});

describe("the prize", () => {
	const pay = (winnerId: string, points = 500) =>
		payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId, points });

	it("is paid once, through the ledger, to the closest guess, and the winner's tabs are notified", async () => {
		await guess(ana, 900);
		await guess(bruno, 5);
		await expectRefusal(pay(ana), "huntNotFinished");
		await finishWith(1000);
		await expectRefusal(pay(bruno), "winnerChanged");
		await pay(ana);
		await expectRefusal(pay(ana, 600), "prizePaid");
		expect(await findBalance(at.db, ana)).toBe(1500);
		expect(at.notified.at(-1)).toBe(`balance of ${ana}`);
		expect((await past())?.prize).toEqual({ points: 500, username: "ana" });
		expect((await at.changes()).at(-1)).toMatchObject({
			action: "hunt.prize",
			after: JSON.stringify({ winner: ana, points: 500 }),
		});
		expect(await at.broken()).toEqual([]);
		await expectRefusal(at.reopen(), "prizePaid");
	});

	it("of a hunt without guesses cannot be paid, and the audit finds a prize without a ledger entry", async () => {
		await finishWith(1000);
		await expectRefusal(pay(ana), "winnerChanged");
		await at.db
			.updateTable("hunts")
			.set({ prize_points: 7, prize_user_id: ana, prize_paid_at: "2026-03-04T12:00:00.000Z" })
			.execute();
		expect((await at.broken()).map(({ name }) => name)).toEqual([
			"every hunt's prize was paid once, to its winner, and no other",
		]);
	});
});

it("the result of the last hunt is published without guesses of others, until the next hunt starts", async () => {
	const tools = { ...at.tools, outsideHunt: undefined };
	const read = (viewer?: { id: string }) => readLastHunt(tools, { viewer, language: "en" });
	const shown = await readShownHunt(tools, { language: "en" });
	expect([await read(), shown.local?.id, shown.last], "while it is open").toEqual([
		undefined,
		at.huntId,
		null,
	]);

	const slots = [await at.add("Wolf Gold", 100), await at.add("Fruit Party", 1000)] as const;
	await guess(ana, 12_500);
	await guess(bruno, 10_000);
	await at.open(slots[0], 3000);
	await at.open(slots[1], 9000);
	await at.finish();
	const { last, local } = await readShownHunt(tools, { language: "en" });
	expect(local).toBeNull();
	expect(last?.prize).toBeUndefined();
	expect(last).toMatchObject({
		...{ id: at.huntId, startCost: 10_000, statistics: { won: 12_000, opened: 2, total: 2 } },
		bestWin: { name: "Fruit Party", amount: 90 },
		bestMultiplier: { name: "Wolf Gold", ratio: 30 },
		...{ guesses: 2, winner: { username: "ana", guess: 12_500 }, chart: { end: 2000 } },
	});
	expect(last?.finishedForMs).toBeGreaterThan(0);

	expect((await read({ id: ana }))?.own).toEqual({ guess: 12_500, off: 500, rank: 1 });
	expect((await read({ id: bruno }))?.own).toEqual({ guess: 10_000, off: 2000, rank: 2 });
	expect((await read())?.own).toBeUndefined();
	const toAdmin = await read({ id: at.admin });
	expect(toAdmin?.own).toBeUndefined();
	for (const secret of ["admin", "slots"]) expect(toAdmin).not.toHaveProperty(secret);
	expect(JSON.stringify(toAdmin)).not.toContain("bruno");

	at.notified.length = 0;
	const { revision } = (await at.bonuses())[0] ?? { revision: 0 };
	const correction = { huntId: at.huntId, bonusId: slots[0], revision, payout: 3100 };
	await correctPayout(at.tools, at.admin, correction);
	await payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId: ana, points: 250 });
	expect(at.notified).toEqual(["hunt", "hunt", `balance of ${ana}`]);
	const later = await read();
	expect(later).toMatchObject({ statistics: { won: 12_100 }, prize: { points: 250, username: "ana" } });
	expect(later?.revision).toBe((last?.revision ?? 0) + 2);

	await at.start();
	expect(await read()).toBeUndefined();
});
