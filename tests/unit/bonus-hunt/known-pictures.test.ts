import { expect, it } from "vitest";
import { createKnownPictures } from "~/bonus-hunt/outside/known-pictures.server";
import { updateHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { SLOT } from "../../support/hunt-source";
import { addRow, changeRows } from "../../support/rows-of";

const at = databaseForEachTest();

const CREATED = { revision: 1, created_at: "2026-01-01T00:00:00.000Z" };

it("the pictures of the open hunt are known, and read again after a change of the hunt", async () => {
	const { db } = at;
	const hunt = { id: "h", title: "Hunt", start_cost: 100, stop_loss: 0 };
	await addRow(db, "hunts", { ...hunt, ...CREATED, status: "open", guessing: "open" });
	const slot = {
		id: "s",
		hunt_id: "h",
		position: 1,
		name: "Wolf Gold",
		provider: "",
		bet: 100,
		pre_note: "",
	};
	await addRow(db, "hunt_slots", { ...slot, ...CREATED, image: "a.png" });
	const has = createKnownPictures({ db, outsideHunt: undefined });
	expect([await has("a.png"), await has("b.png")]).toEqual([true, false]);

	await changeRows(db, "hunt_slots", {}, { image: "b.png" });
	expect(await has("b.png"), "nothing is read again for the same revision").toBe(false);
	await db.transaction().execute((trx) => updateHunt(trx, "h", {}));
	expect([await has("a.png"), await has("b.png")]).toEqual([false, true]);

	const end = { status: "finished", guessing: "closed", finished_at: CREATED.created_at } as const;
	await changeRows(db, "hunts", {}, end);
	expect(await has("b.png"), "no hunt is open").toBe(false);
});

it("the known pictures of an outside hunt are those of its last response", async () => {
	let value: (typeof SLOT)[] | undefined;
	const readSlots = async () => ({ value, ageMs: 0, fails: false });
	const outsideHunt = { readSlots, readStatistics: () => Promise.reject(), end() {} };
	const has = createKnownPictures({ db: at.db, outsideHunt });
	expect(await has("gates.png"), "the source has not answered yet").toBe(false);
	value = [SLOT];
	expect([await has("gates.png"), await has("other.png")]).toEqual([true, false]);
	value = [{ ...SLOT, slotImage: "other.png" }];
	expect([await has("gates.png"), await has("other.png")]).toEqual([false, true]);
});
