import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBonus } from "~/bonus-hunt/bonuses.server";
import { readOwnGuess, readOwnGuesses, saveGuess } from "~/bonus-hunt/guesses.server";
import { finishHunt, setGuessing } from "~/bonus-hunt/hunts.server";
import { readPastHunt } from "~/bonus-hunt/past.server";
import { payPrize } from "~/bonus-hunt/prize.server";
import { readLastStep, undoStep } from "~/bonus-hunt/undo.server";
import { findBalance } from "~/points/ledger.queries.server";
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
const past = async (viewer?: string) =>
	readPastHunt({ db: at.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } }, at.huntId, {
		viewer: viewer ? { id: viewer, username: "me" } : undefined,
		language: "en",
	});
const winners = async () => (await past())?.nearest.map(({ username }) => username).join();

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
		expect((await past(carla))?.own).toMatchObject({ guess: 5000, off: 4000 });
	});

	it("wins against one as close if it was there first; a changed one counts from its change", async () => {
		await guess(ana, 950);
		await guess(bruno, 1050);
		await guess(carla, 950);
		await guess(ana, 1);
		await guess(ana, 950);
		// The same again keeps its time.
		await guess(bruno, 1050);
		await finishWith(1000);
		expect(await winners()).toBe("bruno,carla,ana");
	});
});

describe("the prize", () => {
	const pay = (winnerId: string, points = 500) =>
		payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId, points });

	it("is paid once, through the ledger, to the closest, who is told", async () => {
		await guess(ana, 900);
		await guess(bruno, 5);
		await expect(pay(ana)).rejects.toEqual(refused("huntNotFinished"));
		await finishWith(1000);
		await expect(pay(bruno)).rejects.toEqual(refused("winnerChanged"));
		await Promise.all([pay(ana), pay(ana), pay(ana)]);
		await expect(pay(ana, 600)).rejects.toEqual(refused("prizePaid"));
		expect(await findBalance(at.db, ana)).toBe(1500);
		expect(at.told.at(-1)).toBe(`${ana} 1500`);
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
