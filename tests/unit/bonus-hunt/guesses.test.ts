import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { editBonus, openBonus } from "~/bonus-hunt/model/bonuses.server";
import { correctPayout } from "~/bonus-hunt/model/correction.server";
import { readOwnGuess, readOwnGuesses, saveGuess } from "~/bonus-hunt/model/guesses.server";
import { finishHunt, setGuessing } from "~/bonus-hunt/model/hunts.server";
import { readPastHunt } from "~/bonus-hunt/model/past.server";
import { payPrize } from "~/bonus-hunt/model/prize.server";
import { readLastStep, undoStep } from "~/bonus-hunt/model/undo.server";
import { i18nIn } from "~/i18n/i18next.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { addUser } from "../../support/database";
import { openHunt, type TestHunt } from "./hunt.setup";

let at: TestHunt;
let [ana, bruno, carla] = ["", "", ""];
beforeEach(async () => {
	at = await openHunt();
	ana = await addUser(at.db, "ana");
	bruno = await addUser(at.db, "bruno");
	carla = await addUser(at.db, "carla");
});
afterEach(() => at.close());

const refused = (code: string) => expect.objectContaining({ code });
const guess = (viewer: string, cents: number) =>
	saveGuess(at.tools, viewer, { huntId: at.huntId, guess: cents });
const finishWith = async (won: number) => {
	await openBonus(at.tools, at.admin, { bonusId: await at.add(), payout: won });
	await finishHunt(at.tools, at.admin, { huntId: at.huntId });
};
const past = async (viewer?: string, isAdmin = false) =>
	readPastHunt({ db: at.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } }, at.huntId, {
		viewer: viewer ? { id: viewer, isAdmin } : undefined,
		language: "en",
	});
const winners = async () =>
	(await past(at.admin, true))?.admin?.nearest.map(({ username }) => username).join();

describe("a guess", () => {
	it("is one for each viewer, and may be changed until guessing is closed", async () => {
		await guess(ana, 100);
		await guess(ana, 200);
		expect(await readOwnGuess(at.db, at.huntId, ana)).toBe(200);
		expect(await at.db.selectFrom("hunt_guesses").select("guess").execute()).toEqual([{ guess: 200 }]);
		await setGuessing(at.tools, at.admin, { huntId: at.huntId, guessing: "closed" });
		await expect(guess(ana, 300)).rejects.toEqual(refused("guessingClosed"));
		await expect(guess(bruno, 300)).rejects.toEqual(refused("guessingClosed"));
		await finishWith(1);
		await expect(guess(ana, 300)).rejects.toEqual(refused("huntOver"));
		expect(await readOwnGuess(at.db, at.huntId, ana)).toBe(200);
		expect(await readOwnGuesses(at.db, ana)).toEqual({
			huntGuesses: [expect.objectContaining({ hunt_id: at.huntId, title: "Hunt", guess: 200 })],
		});
	});

	it("wins when it is the closest, from either side", async () => {
		await guess(ana, 900);
		await guess(bruno, 1090);
		await guess(carla, 5000);
		await finishWith(1000);
		expect(await winners()).toBe("bruno,ana,carla");
		expect((await past(carla))?.own).toEqual({ guess: 5000, off: 4000, rank: 3 });
	});

	it("wins against one as close if it was there first; a changed one counts from its change", async () => {
		await guess(ana, 950);
		await guess(bruno, 1050);
		await guess(carla, 950);
		await guess(ana, 1);
		await guess(ana, 950);
		// An unchanged guess keeps its time.
		await guess(bruno, 1050);
		await finishWith(1000);
		expect(await winners()).toBe("bruno,carla,ana");
	});
});

it("shows everybody who was closest, each viewer their own, and whose the others are to admins alone", async () => {
	await guess(ana, 950);
	await guess(bruno, 1050);
	await guess(carla, 1050);
	await finishWith(1000);
	for (const viewer of [undefined, bruno, carla]) {
		const page = await past(viewer);
		expect(page).toMatchObject({ guesses: 3, winner: { username: "ana", guess: 950 }, admin: undefined });
		const told = JSON.stringify(page);
		for (const name of [ana, bruno, carla, '"bruno"', '"carla"']) expect(told).not.toContain(name);
	}
	expect((await past())?.own).toBeUndefined();
	const ranks = [];
	for (const viewer of [ana, bruno, carla]) ranks.push((await past(viewer))?.own?.rank);
	expect(ranks).toEqual([1, 2, 3]);
	expect((await past(bruno, true))?.admin?.nearest.map(({ isYou }) => isYou)).toEqual([false, true, false]);
});

it("that nobody made are counted in the plural", () => {
	const counted = (count: number) => i18nIn("pt").t("hunt.guess.count", { count, guesses: String(count) });
	expect([0, 1, 2].map(counted)).toEqual(["0 palpites", "1 palpite", "2 palpites"]);
});

describe("guessing", () => {
	const state = async () => (await at.hunt()).guessing;
	const open = async (payout = 100) => openBonus(at.tools, at.admin, { bonusId: await at.add(), payout });
	const set = (guessing: "open" | "closed") =>
		setGuessing(at.tools, at.admin, { huntId: at.huntId, guessing });
	const undo = async () => {
		const step = await readLastStep(at.db, await at.hunt());
		await undoStep(at.tools, at.admin, { stepId: step?.id ?? 0 });
	};

	it("ends with the first slot that is opened, and is open again when that is undone", async () => {
		await open();
		expect(await state()).toBe("closed");
		await expect(guess(ana, 100)).rejects.toEqual(refused("guessingClosed"));
		await undo();
		await guess(ana, 100);
		await open();
		expect(await state()).toBe("closed");
	});

	it("ends when an edit opens the first slot", async () => {
		const bonusId = await at.add();
		const typed = { name: "A", provider: "", image: "", bet: 100, preNote: "" };
		await editBonus(at.tools, at.admin, { ...typed, bonusId, revision: 1, payout: null });
		expect(await state()).toBe("open");
		await editBonus(at.tools, at.admin, { ...typed, bonusId, revision: 2, payout: 5 });
		expect(await state()).toBe("closed");
	});

	it("stays as an admin has set it since", async () => {
		await open();
		await set("open");
		await open();
		expect(await state()).toBe("open");
		await set("closed");
		await undo();
		await undo();
		await undo();
		expect(await state()).toBe("closed");
		await open();
		await undo();
		expect(await state()).toBe("closed");
	});
});

describe("a payout of a finished hunt", () => {
	const finished = async () => {
		const bonusId = await at.add();
		await openBonus(at.tools, at.admin, { bonusId, payout: 100 });
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		return { huntId: at.huntId, bonusId, revision: 2, payout: 700 };
	};
	const correct = (asked: Awaited<ReturnType<typeof finished>>) => correctPayout(at.tools, at.admin, asked);

	it("is corrected by the revision that was shown, while another hunt goes on", async () => {
		const ask = await finished();
		await at.start();
		await expect(correct({ ...ask, revision: 1 })).rejects.toEqual(refused("editConflict"));
		await correct(ask);
		await correct(ask);
		expect((await past())?.statistics.won).toBe(700);
		const changes = (await at.changes()).filter(({ action }) => action === "hunt.edit-slot");
		expect(changes).toEqual([
			expect.objectContaining({ subject_name: "Wolf Gold", before: '{"payout":1}', after: '{"payout":7}' }),
		]);
	});

	it("is not, of an open hunt, of another one, or once a prize was paid by it", async () => {
		await guess(ana, 900);
		const bonusId = await at.add();
		const ask = { huntId: at.huntId, bonusId, revision: 1, payout: 700 };
		await expect(correct(ask)).rejects.toEqual(refused("huntNotFinished"));
		await expect(correct({ ...ask, huntId: "none" })).rejects.toEqual(refused("huntGone"));
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		await expect(correct({ ...ask, bonusId: "none" })).rejects.toEqual(refused("bonusGone"));
		expect((await past(at.admin, true))?.admin?.correctable).toEqual([
			{ id: bonusId, payout: null, revision: 1 },
		]);
		await payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId: ana, points: 5 });
		await expect(correct(ask)).rejects.toEqual(refused("prizePaid"));
		expect((await past(at.admin, true))?.admin?.correctable).toEqual([]);
	});

	it("is undone after the end of its hunt", async () => {
		await correct(await finished());
		const undone = [];
		for (let count = 0; count < 3; count++) {
			const step = await readLastStep(at.db, await at.hunt());
			await undoStep(at.tools, at.admin, { stepId: step?.id ?? 0 });
			undone.push([step?.kind, (await at.hunt()).status, (await at.bonuses())[0]?.payout]);
		}
		expect(undone).toEqual([
			["finish", "open", 700],
			["edit-slot", "open", 100],
			["open-slot", "open", null],
		]);
	});
});

describe("the prize", () => {
	const pay = (winnerId: string, points = 500) =>
		payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId, points });

	it("is paid once, through the ledger, to the closest guess, whose tabs are notified", async () => {
		await guess(ana, 900);
		await guess(bruno, 5);
		await expect(pay(ana)).rejects.toEqual(refused("huntNotFinished"));
		await finishWith(1000);
		await expect(pay(bruno)).rejects.toEqual(refused("winnerChanged"));
		await Promise.all([pay(ana), pay(ana), pay(ana)]);
		await expect(pay(ana, 600)).rejects.toEqual(refused("prizePaid"));
		expect(await findBalance(at.db, ana)).toBe(1500);
		expect(at.notified.at(-1)).toBe(`balance of ${ana}`);
		expect((await past())?.prize).toEqual({ points: 500, username: "ana" });
		expect((await at.changes()).at(-1)).toMatchObject({
			action: "hunt.prize",
			after: JSON.stringify({ winner: ana, points: 500 }),
		});
		expect(await at.broken()).toEqual([]);
	});

	it("keeps its hunt from being opened again", async () => {
		await guess(ana, 900);
		await finishWith(1000);
		await pay(ana);
		const step = await readLastStep(at.db, await at.hunt());
		const reopening = undoStep(at.tools, at.admin, { stepId: step?.id ?? 0 });
		await expect(reopening).rejects.toEqual(refused("prizePaid"));
	});

	it("of a hunt without guesses goes to nobody, and the audit finds one that nobody was paid", async () => {
		await finishWith(1000);
		await expect(pay(ana)).rejects.toEqual(refused("winnerChanged"));
		await at.db
			.updateTable("hunts")
			.set({ prize_points: 7, prize_user_id: ana, prize_paid_at: "2026-03-04T12:00:00.000Z" })
			.execute();
		expect((await at.broken()).map(({ name }) => name)).toEqual([
			"every hunt's prize was paid once, to its winner, and no other",
		]);
	});
});
