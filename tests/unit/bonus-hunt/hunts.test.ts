import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addBonus, editBonus, moveBonus, openBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import { detailsOf } from "~/bonus-hunt/model/hunt";
import { discardHunt, editHunt, finishHunt, setGuessing, startHunt } from "~/bonus-hunt/model/hunts.server";
import { manageSchema } from "~/bonus-hunt/model/manage.schema";
import { readLastStep, undoStep } from "~/bonus-hunt/model/undo.server";
import { pickFrom, seededRandom, seedFrom } from "../../support/random";
import { openHunt, type TestHunt } from "./hunt.setup";

let at: TestHunt;
beforeEach(async () => {
	at = await openHunt();
});
afterEach(() => at.close());

const refused = (code: string) => expect.objectContaining({ code });
const names = async () => (await at.bonuses()).map(({ name }) => name).join("");
const undo = async () => {
	const step = await readLastStep(at.db, await at.hunt());
	if (step) await undoStep(at.tools, at.admin, { stepId: step.id });
	return step;
};

describe("a hunt", () => {
	it("is open alone", async () => {
		await expect(at.start()).rejects.toEqual(refused("huntAlreadyOpen"));
	});

	it("is edited unless its details were edited since they were shown; changes of slots do not matter", async () => {
		const ask = { huntId: at.huntId, title: "New", startCost: 5, stopLoss: 1 };
		const { detailsRevision } = await at.hunt();
		await at.add();
		await editHunt(at.tools, at.admin, { ...ask, detailsRevision });
		expect(await at.hunt()).toMatchObject({ title: "New", startCost: 5, stopLoss: 1 });
		// The same form again changes nothing; another one is refused.
		await editHunt(at.tools, at.admin, { ...ask, detailsRevision });
		const late = editHunt(at.tools, at.admin, { ...ask, title: "Late", detailsRevision });
		await expect(late).rejects.toEqual(refused("editConflict"));
		await undo();
		const afterUndo = editHunt(at.tools, at.admin, { ...ask, title: "Late", detailsRevision });
		await expect(afterUndo).rejects.toEqual(refused("editConflict"));
	});

	it("begins once, however often its form is sent", async () => {
		await discardHunt(at.tools, at.admin, { huntId: at.huntId });
		const ask = { idempotencyKey: crypto.randomUUID(), title: "B", startCost: 1, stopLoss: 0 };
		await Promise.all([startHunt(at.tools, at.admin, ask), startHunt(at.tools, at.admin, ask)]);
		const { id: huntId } = await at.hunt();
		await startHunt(at.tools, at.admin, ask);
		expect((await at.hunt()).id).toBe(huntId);
		expect((await at.changes()).filter(({ action }) => action === "hunt.start")).toHaveLength(2);
		await discardHunt(at.tools, at.admin, { huntId });
		await discardHunt(at.tools, at.admin, { huntId });
	});

	it("may lose no more than it cost", () => {
		const form = { intent: "start", idempotencyKey: crypto.randomUUID(), title: "B", startCost: "10" };
		expect(manageSchema.safeParse({ ...form, stopLoss: "10" }).success).toBe(true);
		expect(manageSchema.safeParse({ ...form, stopLoss: "10.01" }).error?.issues).toEqual([
			expect.objectContaining({ path: ["stopLoss"], message: "stopLossTooHigh" }),
		]);
	});

	it("and its slots are called something that can be seen, and read from one side", () => {
		const start = { intent: "start", idempotencyKey: crypto.randomUUID(), startCost: "10" };
		const add = { intent: "add-slot", idempotencyKey: crypto.randomUUID(), huntId: "h", bet: "1" };
		const read = (form: object) => manageSchema.safeParse(form);
		expect(read({ ...start, title: "\u202eFri\u200bday" }).data).toMatchObject({ title: "Friday" });
		expect(read({ ...add, name: "Wolf\u2066 Gold" }).data).toMatchObject({ name: "Wolf Gold" });
		expect(read({ ...start, title: "\u200b\u202e" }).success).toBe(false);
		expect(read({ ...add, name: "\u2800" }).success).toBe(false);
	});

	it("is finished once, and not without slots", async () => {
		const ask = { huntId: at.huntId };
		await expect(finishHunt(at.tools, at.admin, ask)).rejects.toEqual(refused("huntWithoutSlots"));
		await at.add();
		await finishHunt(at.tools, at.admin, ask);
		await finishHunt(at.tools, at.admin, ask);
		expect((await at.changes()).filter(({ action }) => action === "hunt.finish")).toHaveLength(1);
	});

	it("is discarded while it has no slots", async () => {
		await at.add();
		await expect(discardHunt(at.tools, at.admin, { huntId: at.huntId })).rejects.toEqual(
			refused("huntHasSlots"),
		);
		await undo();
		await discardHunt(at.tools, at.admin, { huntId: at.huntId });
		await expect(at.hunt()).rejects.toThrow("no hunt");
	});

	it("closes guessing when it is finished, and stays closed when that is undone", async () => {
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		expect(await at.hunt()).toMatchObject({ status: "finished", guessing: "closed" });
		await expect(at.add()).rejects.toEqual(refused("huntOver"));
		await undo();
		expect(await at.hunt()).toMatchObject({ status: "open", guessing: "closed", finishedAt: null });
		await setGuessing(at.tools, at.admin, { huntId: at.huntId, guessing: "open" });
		expect(await at.hunt()).toMatchObject({ guessing: "open" });
	});

	it("is not opened again beside another one", async () => {
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		const step = await readLastStep(at.db, await at.hunt());
		await at.start();
		const reopening = undoStep(at.tools, at.admin, { stepId: step?.id ?? 0 });
		await expect(reopening).rejects.toEqual(refused("huntAlreadyOpen"));
	});
});

describe("a slot", () => {
	it("is added once for each idempotency key, with what the site knows of its name", async () => {
		await at.db
			.insertInto("slots")
			.values({
				id: "s",
				name: "Wolf Gold",
				provider: "Pragmatic",
				image: "wolf.webp",
				description: "",
				demo_url: "",
				revision: 1,
				created_at: "",
				updated_at: "",
			})
			.execute();
		const idempotencyKey = crypto.randomUUID();
		const typed = { name: "wolf gold", bet: 100, provider: "", image: "", preNote: "" };
		const ask = { idempotencyKey, huntId: at.huntId, ...typed };
		await Promise.all([addBonus(at.tools, at.admin, ask), addBonus(at.tools, at.admin, ask)]);
		expect(await at.bonuses()).toEqual([
			expect.objectContaining({ name: "wolf gold", provider: "Pragmatic", image: "wolf.webp", payout: null }),
		]);
		const other = addBonus(at.tools, at.admin, { ...ask, bet: 200 });
		await expect(other).rejects.toEqual(refused("idempotencyKeyReused"));
	});

	it("is known by its name in any case and alphabet", async () => {
		const typed = { bet: 100, provider: "Pragmatic", image: "", preNote: "", huntId: at.huntId };
		const idempotencyKey = crypto.randomUUID();
		await addBonus(at.tools, at.admin, { ...typed, idempotencyKey, name: "ÁGUIA" });
		await at.add("Águia");
		await at.add("Aguia");
		expect((await at.bonuses()).map(({ provider }) => provider)).toEqual(["Pragmatic", "Pragmatic", ""]);
	});

	it("is removed once, unless it was changed since it was shown", async () => {
		const bonusId = await at.add();
		await openBonus(at.tools, at.admin, { bonusId, payout: 5 });
		await expect(at.remove(bonusId, 1)).rejects.toEqual(refused("editConflict"));
		const ask = { idempotencyKey: crypto.randomUUID(), bonusId, revision: 2 };
		await removeBonus(at.tools, at.admin, ask);
		await removeBonus(at.tools, at.admin, ask);
		expect(await at.bonuses()).toEqual([]);
		await expect(at.remove(bonusId, 2)).rejects.toEqual(refused("bonusGone"));
	});

	it("is opened once: the same payout again changes nothing, another is refused; 0 is opened", async () => {
		const bonusId = await at.add();
		await openBonus(at.tools, at.admin, { bonusId, payout: 0 });
		const { revision } = await at.hunt();
		await openBonus(at.tools, at.admin, { bonusId, payout: 0 });
		expect((await at.hunt()).revision).toBe(revision);
		const other = openBonus(at.tools, at.admin, { bonusId, payout: 5 });
		await expect(other).rejects.toEqual(refused("editConflict"));
		expect((await at.bonuses())[0]).toMatchObject({ payout: 0, openedAt: expect.any(String) });
	});

	it("is edited by the revision that was shown; without a payout it becomes unopened", async () => {
		const bonusId = await at.add();
		await openBonus(at.tools, at.admin, { bonusId, payout: 700 });
		const after = { name: "B", provider: "P", image: "", bet: 50, payout: null, preNote: "n" };
		const edit = { bonusId, ...after };
		await expect(editBonus(at.tools, at.admin, { ...edit, revision: 1 })).rejects.toEqual(
			refused("editConflict"),
		);
		await editBonus(at.tools, at.admin, { ...edit, revision: 2 });
		expect((await at.bonuses())[0]).toMatchObject({ ...after, id: bonusId, openedAt: null });
	});

	it("is moved unless the order has changed since it was shown; sent twice, it moves once", async () => {
		const ids = [await at.add("A"), await at.add("B"), await at.add("C")];
		const revision = async () => (await at.hunt()).orderRevision;
		const shown = await revision();
		const move = { bonusId: ids[2] ?? "", orderRevision: shown, to: 2 };
		await moveBonus(at.tools, at.admin, move);
		await moveBonus(at.tools, at.admin, move);
		expect(await names()).toBe("ACB");
		await moveBonus(at.tools, at.admin, { ...move, to: 1, orderRevision: await revision() });
		expect(await names()).toBe("CAB");
		await expect(moveBonus(at.tools, at.admin, move)).rejects.toEqual(refused("editConflict"));
		const beforeRemoval = await revision();
		await at.remove(ids[1] ?? "");
		const late = moveBonus(at.tools, at.admin, { ...move, to: 2, orderRevision: beforeRemoval });
		await expect(late).rejects.toEqual(refused("editConflict"));
		const beforeUndo = await revision();
		await undo();
		const later = moveBonus(at.tools, at.admin, { ...move, to: 2, orderRevision: beforeUndo });
		await expect(later).rejects.toEqual(refused("editConflict"));
	});

	it("of a hunt that is over is out of reach", async () => {
		const bonusId = await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		await expect(openBonus(at.tools, at.admin, { bonusId, payout: 1 })).rejects.toEqual(refused("huntOver"));
		await at.start();
		await expect(at.remove(bonusId, 1)).rejects.toEqual(refused("bonusGone"));
	});
});

describe("undoing", () => {
	it("restores every earlier state, step by step", async () => {
		const random = seededRandom(seedFrom("HUNT_SEED"));
		const snapshots: unknown[] = [];
		const state = async () => ({
			details: detailsOf(await at.hunt()),
			guessing: (await at.hunt()).guessing,
			slots: (await at.bonuses()).map(({ revision, ...bonus }) => bonus),
		});
		const any = async () => pickFrom(await at.bonuses(), random);
		for (let count = 0; count < 60; count++) {
			const before = await state();
			const all = await at.bonuses();
			const { revision } = await at.hunt();
			const kind =
				all.length < 3 ? "add" : pickFrom(["add", "open", "edit", "remove", "move", "hunt"], random);
			const bet = 1 + Math.floor(random() * 1000);
			if (kind === "add") await at.add(`Slot ${count}`, bet);
			else if (kind === "open") {
				const closed = all.find(({ payout }) => payout === null);
				if (closed) await openBonus(at.tools, at.admin, { bonusId: closed.id, payout: bet });
			} else if (kind === "edit") {
				const { id: bonusId, ...bonus } = await any();
				await editBonus(at.tools, at.admin, { bonusId, ...bonus, bet, preNote: `${count}` });
			} else if (kind === "remove") await at.remove((await any()).id);
			else if (kind === "move") {
				const from = 1 + Math.floor(random() * all.length);
				const to = 1 + Math.floor(random() * all.length);
				const { orderRevision } = await at.hunt();
				await moveBonus(at.tools, at.admin, { bonusId: all[from - 1]?.id ?? "", orderRevision, to });
			} else {
				const { detailsRevision } = await at.hunt();
				const ask = { huntId: at.huntId, title: `Hunt ${count}`, startCost: bet, stopLoss: 0 };
				await editHunt(at.tools, at.admin, { ...ask, detailsRevision });
			}
			if ((await at.hunt()).revision > revision) snapshots.push(before);
		}
		expect(snapshots.length).toBeGreaterThan(20);
		for (const before of snapshots.reverse()) {
			expect(await undo()).toBeDefined();
			expect(await state()).toEqual(before);
		}
		expect(await undo()).toBeUndefined();
	});

	it("is done once, and refused for a step that is not the last", async () => {
		await at.add("A");
		const first = await readLastStep(at.db, await at.hunt());
		await at.add("B");
		const ask = { stepId: first?.id ?? 0 };
		await expect(undoStep(at.tools, at.admin, ask)).rejects.toEqual(refused("stepNotLast"));
		await undo();
		await undoStep(at.tools, at.admin, ask);
		await undoStep(at.tools, at.admin, ask);
		expect(await names()).toBe("");
	});
});

it("the change log shows what an undone step has restored", async () => {
	const bonusId = await at.add("A");
	await at.add("B");
	await openBonus(at.tools, at.admin, { bonusId, payout: 250 });
	const { orderRevision, detailsRevision } = await at.hunt();
	await moveBonus(at.tools, at.admin, { bonusId, orderRevision, to: 2 });
	const details = { title: "New", startCost: 5, stopLoss: 0 };
	await editHunt(at.tools, at.admin, { huntId: at.huntId, ...details, detailsRevision });
	await finishHunt(at.tools, at.admin, { huntId: at.huntId });
	for (let count = 0; count < 5; count++) await undo();
	const logged = (await at.changes()).filter(({ action }) => action === "hunt.undo");
	expect(
		logged.map((row) => [row.subject_name, JSON.parse(row.before ?? ""), JSON.parse(row.after ?? "{}")]),
	).toEqual([
		["New", { step: "finish", status: "finished" }, { status: "open" }],
		["Hunt", { step: "edit", title: "New", startCost: 0.05 }, { title: "Hunt", startCost: 100 }],
		["A", { step: "move-slot", place: 2 }, { place: 1 }],
		["A", { step: "open-slot", payout: 2.5, guessing: "closed" }, { payout: null, guessing: "open" }],
		["B", expect.objectContaining({ step: "add-slot", name: "B", bet: 1 }), {}],
	]);
	expect(logged.map(({ subject }) => subject === bonusId)).toEqual([false, false, true, true, false]);
});

it("every change of an admin is in the change log, in euros, and published", async () => {
	const bonusId = await at.add();
	await openBonus(at.tools, at.admin, { bonusId, payout: 250 });
	await setGuessing(at.tools, at.admin, { huntId: at.huntId, guessing: "open" });
	await undo();
	await finishHunt(at.tools, at.admin, { huntId: at.huntId });
	const changes = await at.changes();
	expect(changes.map(({ action }) => action)).toEqual([
		"hunt.start",
		"hunt.add-slot",
		"hunt.open-slot",
		"hunt.guessing",
		"hunt.undo",
		"hunt.finish",
	]);
	const after = '{"payout":2.5,"guessing":"closed"}';
	expect(changes[2]).toMatchObject({ actor: at.admin, after, subject_name: "Wolf Gold" });
	expect(at.notified).toHaveLength(6);
});
