import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findSlot, findSlots } from "~/slots/slots.queries.server";
import { deleteSlot, saveSlotForm } from "~/slots/slots.server";
import { openCatalogue } from "../../support/catalogue";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { png } from "../../support/hunt-source";

const catalogue = openForEachTest(openCatalogue);

const WOLF = {
	...{ name: "Wolf", provider: "Pragmatic Play", image: "wolf.webp", description: "Howls" },
	...{ demoUrl: "https://demo.example/wolf", translations: {} },
};
const { translations: _none, ...LOGGED } = WOLF;
const newRequest = () => crypto.randomUUID();
const add = (change: Partial<typeof WOLF> = {}, idempotencyKey = newRequest()) =>
	saveSlotForm(catalogue.tools, catalogue.admin, undefined, { ...WOLF, ...change, idempotencyKey });
const edit = (
	id: string,
	revision: number,
	change: Partial<typeof WOLF> & { upload?: File } = {},
	idempotencyKey = newRequest(),
) => saveSlotForm(catalogue.tools, catalogue.admin, id, { ...WOLF, ...change, revision, idempotencyKey });
const picture = async () => new File([new Uint8Array(await png())], "dot.png");
/** A change in the log. */
const logged = (action: string, subject: string, change: object, name = "Wolf") => ({
	...{ action, subject, name, actor: catalogue.admin },
	...change,
});

describe("slots", () => {
	it("are listed with the newest first", async () => {
		for (const name of ["A", "B", "C"]) {
			await add({ name });
			catalogue.clock.pass(1000);
		}
		expect((await findSlots(catalogue.db)).map(({ name }) => name)).toEqual(["C", "B", "A"]);
	});

	it("are added once per idempotency key", async () => {
		const idempotencyKey = newRequest();
		const first = await add({}, idempotencyKey);
		expect(await add({}, idempotencyKey)).toEqual(first);
		await expectRefusal(add({ name: "Other" }, idempotencyKey), "idempotencyKeyReused");
		expect(await findSlots(catalogue.db)).toEqual([{ ...WOLF, id: first.id, revision: 1 }]);
		const added = logged("slot.add", first.id, { before: null, after: LOGGED });
		expect(await catalogue.changes()).toEqual([added]);
	});

	it("are edited, with the changed fields in the change log", async () => {
		const { id } = await add();
		await edit(id, 1, { name: "Wolf Gold", description: "" });
		const after = { name: "Wolf Gold", description: "" };
		expect(await findSlot(catalogue.db, id)).toEqual({ ...WOLF, id, ...after, revision: 2 });
		const change = { before: { name: "Wolf", description: "Howls" }, after };
		expect((await catalogue.changes()).at(-1)).toEqual(logged("slot.edit", id, change, "Wolf Gold"));
	});

	it("that another admin has edited or deleted are not overwritten, and no picture is stored", async () => {
		const { id } = await add();
		await edit(id, 1, { name: "Theirs" });
		await expectRefusal(deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 }), "editConflict");
		const upload = await picture();
		await expectRefusal(edit(id, 1, { name: "Mine", upload }), "editConflict");
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 2 });
		await expectRefusal(edit(id, 2, { name: "Mine", upload }), "slotGone");
		expect(await readdir(catalogue.folder)).toEqual([]);
	});

	it("have an uploaded picture instead of the given one, stored once for a repeated form", async () => {
		const { id } = await add();
		const upload = await picture();
		const idempotencyKey = newRequest();
		await edit(id, 1, { upload }, idempotencyKey);
		await edit(id, 1, { upload }, idempotencyKey);
		const slot = await findSlot(catalogue.db, id);
		expect(slot?.image).toMatch(/^[0-9a-f]{32}\.webp$/);
		expect(slot?.revision).toBe(2);
		expect(await readdir(catalogue.folder)).toEqual([slot?.image]);
	});

	it("with a demo elsewhere are refused with a message that lists the allowed hosts", async () => {
		const hosts = "demo.example, *.play.example";
		await expectRefusal(add({ demoUrl: "https://evil.example/" }), "demoHostRefused", { hosts });
		expect(await findSlots(catalogue.db)).toEqual([]);
	});

	it("are deleted once, and deleting them again succeeds", async () => {
		const { id } = await add();
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 });
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 });
		expect(await findSlots(catalogue.db)).toEqual([]);
		const deleted = logged("slot.delete", id, { before: LOGGED, after: null });
		expect((await catalogue.changes()).slice(1)).toEqual([deleted]);
	});
});
