import { describe, expect, it } from "vitest";
import { updateUser } from "~/account/users.queries.server";
import { addBonus, editBonus, moveBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { detailsOf } from "~/bonus-hunt/model/hunt";
import { openHuntTopic } from "~/bonus-hunt/model/hunt-events.server";
import { discardHunt, editHunt } from "~/bonus-hunt/model/hunts.server";
import { readLastHunt } from "~/bonus-hunt/model/local-hunt.server";
import { manageSchema } from "~/bonus-hunt/model/manage.schema";
import { undoStep } from "~/bonus-hunt/model/undo.server";
import { huntHasPicture } from "~/bonus-hunt/outside/source.server";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { SLOT } from "../../support/hunt-source";
import { pickFrom, seededRandom } from "../../support/random";
import { addRow } from "../../support/rows-of";
import { propertySeed, sized } from "../../support/test-size";
import { topicTools } from "../../support/topic-tools";
import { openHunt } from "./hunt.setup";

const at = openForEachTest(openHunt);

const names = async () => (await at.bonuses()).map(({ name }) => name).join("");
describe("a hunt", () => {
	it("is edited unless its details have changed since they were displayed, regardless of changes to slots", async () => {
		const costs = { startCost: 5, stopLoss: 1 };
		const input = { huntId: at.huntId, title: "New", translations: { en: { title: "N" } }, ...costs };
		const { detailsRevision } = await at.hunt();
		await at.add();
		// The same form again changes nothing; another one is refused.
		for (let time = 0; time < 2; time++) await editHunt(at.tools, at.admin, { ...input, detailsRevision });
		expect(await at.hunt()).toMatchObject({ title: "New", startCost: 5, stopLoss: 1 });
		const late = () => editHunt(at.tools, at.admin, { ...input, title: "Late", detailsRevision });
		await expectRefusal(late(), "editConflict");
		await at.undo();
		await expectRefusal(late(), "editConflict");
	});

	it("has visible names and a stop loss that does not exceed its start cost, by its forms", () => {
		const start = { intent: "start", idempotencyKey: crypto.randomUUID(), title: "B", startCost: "10" };
		const add = { intent: "add-slot", idempotencyKey: crypto.randomUUID(), huntId: "h", bet: "1" };
		const read = (form: object) => manageSchema.safeParse(form);
		expect(read({ ...start, stopLoss: "10" }).success).toBe(true);
		expect(read({ ...start, stopLoss: "10.01" }).error?.issues).toMatchObject([
			{ path: ["stopLoss"], message: "stopLossTooHigh" },
		]);
		// Invisible and direction characters are removed.
		expect(read({ ...start, title: "\u202eFri\u200bday" }).data).toMatchObject({ title: "Friday" });
		expect(read({ ...add, name: "Wolf\u2066 Gold" }).data).toMatchObject({ name: "Wolf Gold" });
		for (const empty of [
			{ ...start, title: "\u200b\u202e" },
			{ ...add, name: "\u2800" },
		])
			expect(read(empty).success).toBe(false);
	});

	it("is discarded only without slots and finished only with them, once, and reopened with guessing closed", async () => {
		await expectRefusal(at.finish(), "huntWithoutSlots");
		const bonusId = await at.add();
		await expectRefusal(discardHunt(at.tools, at.admin, { huntId: at.huntId }), "huntHasSlots");
		for (let time = 0; time < 2; time++) await at.finish();
		expect((await at.changes()).filter(({ action }) => action === "hunt.finish")).toHaveLength(1);
		expect(await at.hunt()).toMatchObject({ status: "finished", guessing: "closed" });
		await expectRefusal(at.add(), "huntOver");
		await expectRefusal(at.open(bonusId, 1), "huntOver");
		for (let time = 0; time < 2; time++) await at.reopen();
		expect(await at.hunt()).toMatchObject({ status: "open", guessing: "closed", finishedAt: null });
		await at.setGuessing("open");
		expect(await at.hunt()).toMatchObject({ guessing: "open" });
		await at.undo();
		expect(await at.bonuses(), "the step before the end").toEqual([]);
		for (let time = 0; time < 2; time++) await discardHunt(at.tools, at.admin, { huntId: at.huntId });
		await expect(at.hunt()).rejects.toThrow("no hunt");
	});

	it("cannot be reopened or changed while another one is open", async () => {
		const bonusId = await at.add();
		await at.finish();
		await at.start();
		await expectRefusal(at.reopen(), "huntAlreadyOpen");
		await expectRefusal(at.remove(bonusId, 1), "bonusGone");
	});
});

describe("a slot", () => {
	it("is added once per idempotency key, with provider and picture of the known slot with that name", async () => {
		await addRow(at.db, "slots", {
			...{ id: "s", name: "Wolf Gold", provider: "Pragmatic", image: "wolf.webp", description: "" },
			...{ demo_url: "", revision: 1, created_at: "", updated_at: "" },
		});
		const idempotencyKey = crypto.randomUUID();
		const typed = { name: "wolf gold", bet: 100, provider: "", image: "", preNote: "" };
		const input = { idempotencyKey, huntId: at.huntId, ...typed };
		await Promise.all([addBonus(at.tools, at.admin, input), addBonus(at.tools, at.admin, input)]);
		expect(await at.bonuses()).toMatchObject([
			{ name: "wolf gold", provider: "Pragmatic", image: "wolf.webp", payout: null },
		]);
		await expectRefusal(addBonus(at.tools, at.admin, { ...input, bet: 200 }), "idempotencyKeyReused");
		// A slot of the hunt is known regardless of case, also with accents.
		const eagle = { ...input, provider: "Other", name: "ÁGUIA", idempotencyKey: crypto.randomUUID() };
		await addBonus(at.tools, at.admin, eagle);
		for (const name of ["Águia", "Aguia"]) await at.add(name);
		expect((await at.bonuses()).slice(1).map(({ provider }) => provider)).toEqual(["Other", "Other", ""]);
	});

	it("is opened once, edited and removed once, unless it has changed since it was displayed", async () => {
		const bonusId = await at.add();
		await at.open(bonusId, 0);
		const { revision } = await at.hunt();
		await at.open(bonusId, 0);
		expect((await at.hunt()).revision, "the same payout again").toBe(revision);
		await expectRefusal(at.open(bonusId, 5), "editConflict");
		expect((await at.bonuses())[0]).toMatchObject({ payout: 0, openedAt: expect.any(String) });

		const after = { name: "B", provider: "P", image: "", bet: 50, payout: null, preNote: "n" };
		const edit = { bonusId, ...after };
		await expectRefusal(editBonus(at.tools, at.admin, { ...edit, revision: 1 }), "editConflict");
		await editBonus(at.tools, at.admin, { ...edit, revision: 2 });
		expect((await at.bonuses())[0], "without a payout").toMatchObject({ ...after, openedAt: null });

		await expectRefusal(at.remove(bonusId, 2), "editConflict");
		const removal = { idempotencyKey: crypto.randomUUID(), bonusId, revision: 3 };
		for (let time = 0; time < 2; time++) await removeBonus(at.tools, at.admin, removal);
		expect(await at.bonuses()).toEqual([]);
		await expectRefusal(at.remove(bonusId, 3), "bonusGone");
	});

	it("is moved once for repeated submissions, unless the order has changed since it was displayed", async () => {
		const ids = [await at.add("A"), await at.add("B"), await at.add("C")];
		const revision = async () => (await at.hunt()).orderRevision;
		const shown = await revision();
		const move = { bonusId: ids[2] ?? "", orderRevision: shown, to: 2 };
		await moveBonus(at.tools, at.admin, move);
		await moveBonus(at.tools, at.admin, move);
		expect(await names()).toBe("ACB");
		await moveBonus(at.tools, at.admin, { ...move, to: 1, orderRevision: await revision() });
		expect(await names()).toBe("CAB");
		await expectRefusal(moveBonus(at.tools, at.admin, move), "editConflict");
		for (const change of [() => at.remove(ids[1] ?? ""), at.undo]) {
			const orderRevision = await revision();
			await change();
			await expectRefusal(moveBonus(at.tools, at.admin, { ...move, to: 2, orderRevision }), "editConflict");
		}
	});
});

describe("undoing", () => {
	it("restores every earlier state, step by step", async () => {
		const random = seededRandom(propertySeed(20260305));
		const snapshots: unknown[] = [];
		const kinds = ["add", "open", "edit", "remove", "move", "hunt"];
		const done = new Set<string>();
		const state = async () => ({
			details: detailsOf(await at.hunt()),
			slots: (await at.bonuses()).map(({ revision, ...bonus }) => bonus),
		});
		const any = async () => pickFrom(await at.bonuses(), random);
		for (let count = 0; count < sized(40, 200); count++) {
			const before = await state();
			const all = await at.bonuses();
			const { revision } = await at.hunt();
			const kind = all.length < 3 ? "add" : pickFrom(kinds, random);
			done.add(kind);
			const bet = 1 + Math.floor(random() * 1000);
			if (kind === "add") await at.add(`Slot ${count}`, bet);
			else if (kind === "open") {
				const closed = all.find(({ payout }) => payout === null);
				if (closed) await at.open(closed.id, bet);
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
				const translations = count % 2 ? {} : { en: { title: `Hunt ${count} in English` } };
				const costs = { startCost: bet, stopLoss: 0 };
				const input = { huntId: at.huntId, title: `Hunt ${count}`, translations, ...costs };
				await editHunt(at.tools, at.admin, { ...input, detailsRevision });
			}
			if ((await at.hunt()).revision > revision) snapshots.push(before);
		}
		expect(snapshots.length).toBeGreaterThan(15);
		expect([...done].sort()).toEqual(kinds.sort());
		for (const before of snapshots.reverse()) {
			expect(await at.undo()).toBeDefined();
			expect(await state()).toEqual(before);
		}
		expect(await at.undo()).toBeUndefined();
	});

	it("is done once per step, and refused for a step that is not the last", async () => {
		await at.add("A");
		const first = await at.lastStep();
		await at.add("B");
		const input = { stepId: first?.id ?? 0 };
		await expectRefusal(undoStep(at.tools, at.admin, input), "stepNotLast");
		await at.undo();
		await undoStep(at.tools, at.admin, input);
		await undoStep(at.tools, at.admin, input);
		expect(await names()).toBe("");
	});

	it("refuses a form of the slot that was opened before", async () => {
		const bonusId = await at.add();
		const edit = (bet: number, revision: number) =>
			editBonus(at.tools, at.admin, {
				...{ name: "Wolf Gold", provider: "", image: "", preNote: "" },
				bonusId,
				bet,
				revision,
				payout: null,
			});
		await edit(200, 1);
		await at.undo();
		for (const revision of [1, 2]) await expectRefusal(edit(300, revision), "editConflict");
		await edit(300, 3);
	});
});

it("every change of an admin is published and recorded in the change log in euros, with what an undone step has restored", async () => {
	const bonusId = await at.add("A");
	await at.add("B");
	for (const guessing of ["closed", "open"] as const) await at.setGuessing(guessing);
	await at.open(bonusId, 250);
	const { orderRevision, detailsRevision } = await at.hunt();
	await moveBonus(at.tools, at.admin, { bonusId, orderRevision, to: 2 });
	const details = { title: "New", translations: {}, startCost: 5, stopLoss: 0 };
	await editHunt(at.tools, at.admin, { huntId: at.huntId, ...details, detailsRevision });
	for (let count = 0; count < 4; count++) await at.undo();
	for (const act of [at.finish, at.reopen]) await act();
	const changes = await at.changes();
	expect(changes.map(({ action }) => action.replace("hunt.", ""))).toEqual([
		...["start", "add-slot", "add-slot", "guessing", "guessing", "open-slot", "move-slot", "edit"],
		...["undo", "undo", "undo", "undo", "finish", "reopen"],
	]);
	expect(at.notified).toHaveLength(changes.length);
	expect(changes[5]).toMatchObject({
		...{ actor: at.admin, subject_name: "A", before: '{"payout":null,"guessing":"open"}' },
		after: '{"payout":2.5,"guessing":"closed"}',
	});
	const logged = changes.filter(({ action }) => action === "hunt.undo");
	expect(
		logged.map((row) => [row.subject_name, JSON.parse(row.before ?? ""), JSON.parse(row.after ?? "{}")]),
	).toEqual([
		["New", { step: "edit", title: "New", startCost: 0.05 }, { title: "Hunt", startCost: 100 }],
		["A", { step: "move-slot", place: 2 }, { place: 1 }],
		["A", { step: "open-slot", payout: 2.5 }, { payout: null }],
		["B", expect.objectContaining({ step: "add-slot", name: "B", bet: 1 }), {}],
	]);
	expect(logged.map(({ subject }) => subject === bonusId)).toEqual([false, true, true, false]);
});

it("the hunt topic publishes the state of the newest hunt, with the number of guesses and a winner whose name is not hidden", async () => {
	const { tools, published, clock, snapshot } = topicTools(at.db);
	const huntChanged = openHuntTopic({ ...(tools as object), config: at.tools.config } as never);
	const { id } = await at.hunt();
	expect(await snapshot()).toEqual([{ event: "changed", data: { id, revision: 1, guesses: 0 } }]);
	await at.add();
	await saveGuess(at.tools, { id: at.admin, isAdmin: true, rights: [] }, { huntId: at.huntId, guess: 5 });
	huntChanged();
	await clock.advance(500);
	expect(published).toEqual([["changed", { id, revision: 2, guesses: 1 }]]);

	await at.finish();
	const publishedNow = async () => {
		huntChanged();
		await clock.advance(500);
		return published.at(-1)?.[1];
	};
	const state = (await publishedNow()) as object;
	const name = (await readLastHunt(at.tools, { language: "en" }))?.winnerName;
	expect(state).toMatchObject({ id, winnerName: name });
	await updateUser(at.db as never, at.admin, { name_hidden_at: new Date().toISOString() });
	expect(await publishedNow()).toEqual({ ...state, winnerName: null });
});

it("a picture is known while a slot of the open hunt has it, or of an outside one", async () => {
	const slot = { name: "A", bet: 100, provider: "", image: "a.png", preNote: "" };
	await addBonus(at.tools, at.admin, { idempotencyKey: crypto.randomUUID(), huntId: at.huntId, ...slot });
	const readSlots = async () => ({ value: [SLOT], ageMs: 0, fails: false });
	const outsideHunt = { readSlots, readStatistics: () => Promise.reject(), end() {} };
	const known = (image: string, outside?: typeof outsideHunt) =>
		huntHasPicture({ db: at.db, outsideHunt: outside }, image);
	expect([await known("a.png"), await known("b.png")]).toEqual([true, false]);
	expect([await known("gates.png", outsideHunt), await known("a.png", outsideHunt)]).toEqual([true, false]);
	await at.finish();
	expect(await known("a.png"), "no hunt is open").toBe(false);
});
