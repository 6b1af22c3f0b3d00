import { describe, expect, it } from "vitest";
import { correctPayout } from "~/bonus-hunt/model/correction.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { readLastHunt } from "~/bonus-hunt/model/last-hunt.server";
import { payPrize } from "~/bonus-hunt/model/prize.server";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { addUser } from "../../support/database";
import { openForEachTest } from "../../support/for-each-test";
import { openHunt } from "./hunt.setup";

const at = openForEachTest(openHunt);

const tools = () => ({ ...at.tools, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
const read = (viewer?: { id: string }) => readLastHunt(tools(), { viewer, language: "en" });

/** Finishes a hunt of two slots that paid 30 and 90 euros, with the guesses 100 and 125 euros. */
async function finish() {
	const [near, far] = [await addUser(at.db, "near"), await addUser(at.db, "far")];
	const slots = [await at.add("Wolf Gold", 100), await at.add("Fruit Party", 1000)] as const;
	await saveGuess(at.tools, near, { huntId: at.huntId, guess: 12_500 });
	await saveGuess(at.tools, far, { huntId: at.huntId, guess: 10_000 });
	await at.open(slots[0], 3000);
	await at.open(slots[1], 9000);
	await at.finish();
	return { near, far, slots };
}

describe("the result of the last hunt", () => {
	it("does not exist while the hunt is open", async () => {
		expect(await read()).toBeUndefined();
		const shown = await readShownHunt({ ...tools(), outsideHunt: undefined }, { language: "en" });
		expect([shown.local?.id, shown.last]).toEqual([at.huntId, null]);
	});

	it("has the statistics, the best slots and the closest guess", async () => {
		await finish();
		const { last, local } = await readShownHunt({ ...tools(), outsideHunt: undefined }, { language: "en" });
		expect(local).toBeNull();
		expect(last).toMatchObject({
			id: at.huntId,
			startCost: 10_000,
			statistics: { won: 12_000, opened: 2, total: 2 },
			bestWin: { name: "Fruit Party", amount: 90 },
			bestMultiplier: { name: "Wolf Gold", ratio: 30 },
			guesses: 2,
			winner: { username: "near", guess: 12_500 },
			prize: null,
		});
		expect(last?.chart?.end).toBe(2000);
		expect(last?.finishedForMs).toBeGreaterThan(0);
	});

	it("has the viewer's own guess with its rank, and none for a visitor", async () => {
		const { near, far } = await finish();
		expect((await read({ id: near }))?.own).toEqual({ guess: 12_500, off: 500, rank: 1 });
		expect((await read({ id: far }))?.own).toEqual({ guess: 10_000, off: 2000, rank: 2 });
		expect((await read())?.own).toBeNull();
		expect((await read({ id: at.admin }))?.own).toBeNull();
	});

	it("contains no guesses of others and no slots, not even for an admin", async () => {
		await finish();
		const result = await readLastHunt(tools(), { viewer: { id: at.admin }, language: "pt" });
		expect(result).not.toHaveProperty("admin");
		expect(result).not.toHaveProperty("slots");
		expect(JSON.stringify(result)).not.toContain("far");
	});

	it("is published with a higher revision after a correction and after the prize", async () => {
		const { near, slots } = await finish();
		const first = await read();
		at.notified.length = 0;
		const { revision } = (await at.bonuses())[0] ?? { revision: 0 };
		const correction = { huntId: at.huntId, bonusId: slots[0], revision, payout: 3100 };
		await correctPayout(at.tools, at.admin, correction);
		await payPrize(at.tools, at.admin, { huntId: at.huntId, winnerId: near, points: 250 });
		expect(at.notified).toEqual(["hunt", "hunt", `balance of ${near}`]);
		const later = await read();
		expect(later).toMatchObject({ statistics: { won: 12_100 }, prize: { points: 250, username: "near" } });
		expect(later?.revision).toBe((first?.revision ?? 0) + 2);
	});

	it("is replaced by the next hunt", async () => {
		await finish();
		await at.start();
		expect(await read()).toBeUndefined();
	});
});
