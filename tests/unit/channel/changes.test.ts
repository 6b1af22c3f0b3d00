import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { positionIn } from "db/keyset";
import { transact } from "db/transact";
import { describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { recordChange } from "~/change-log/admin-changes.server";
import { CHANGE_KEY, changeFilterIn, readChanges, readChoices } from "~/channel/changes.server";
import { predictionsSchema } from "~/events/predictions/predictions.schema";
import { bracketSchema } from "~/events/tournaments/bracket/bracket.schema";
import { en } from "~/i18n/en";
import { pt } from "~/i18n/pt";
import { FORM_NAMES } from "~/lib/settings.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";

const APP = join(import.meta.dirname, "../../../app");
const clock = fakeClock();
const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const test = databaseForEachTest({ users: { ana: 1000, boss: 1000 } });
const ana = userId("ana");
const boss = userId("boss");

const record = (change: Partial<Parameters<typeof recordChange>[1]> = {}) =>
	transact(test.db, (trx) =>
		recordChange(trx, {
			actor: boss,
			action: "slots.edit",
			subject: "1",
			subjectName: "Gates",
			at: clock.now(),
			...change,
		}),
	);
const read = (address = "", language: "pt" | "en" = "en") => {
	const search = new URLSearchParams(address);
	const position = positionIn(search, CHANGE_KEY);
	return readChanges({ db: test.db, config }, changeFilterIn(search), position, language);
};

describe("the change log", () => {
	it("shows actor, time, action, subject, and the values before and after", async () => {
		await record({
			before: { name: "Gates", description: "Old", stock: 1000, hasCodes: false, image: "", other: "x" },
			after: { name: "Gates", description: "New", stock: 1234.5, hasCodes: true, image: "a", other: "y" },
		});
		await record({ action: "hunt.undo", before: { step: "open-slot", image: "" } });
		await record({ action: "liveCrash.stop", before: { active: true }, after: { active: false } });
		await record({
			action: "settings.games",
			before: { SOLO_CRASH_DRAW: "table" },
			after: { SOLO_CRASH_DRAW: "even" },
		});
		const [settings, live, undone, slot] = (await read()).rows;
		expect(slot).toEqual({
			id: expect.any(Number),
			when: expect.stringContaining("2026"),
			by: "boss",
			what: "Slot edited",
			subject: "Gates",
			fields: [
				{ name: "Description", before: "Old", after: "New" },
				{ name: "Stock", before: "1,000", after: "1,234.5" },
				{ name: "Hands out codes", before: "no", after: "yes" },
				{ name: "Picture", before: null, after: "a" },
				{ name: "other", before: "x", after: "y" },
			],
		});
		expect(undone?.fields).toEqual([{ name: "Step", before: "Slot of the hunt opened", after: undefined }]);
		expect(live?.fields).toEqual([{ name: "Running", before: "yes", after: "no" }]);
		expect(settings?.fields[0]).toMatchObject({
			before: "Classic table",
			after: "Even return",
		});
		const [inPortuguese] = (await read("", "pt")).rows;
		expect(inPortuguese).toMatchObject({
			what: "Jogos e apostas editados",
			fields: [{ before: "Tabela clássica" }],
		});
	});

	it("names the rights of a moderator and what a token permits", async () => {
		await record({ action: "moderator.add", after: { rights: "orders, hunt" } });
		await record({ action: "token.create", after: { scopes: "read, points, gone" } });
		expect((await read("", "pt")).rows.map(({ fields }) => fields.map(({ after }) => after))).toEqual([
			["Ler o site, Dar pontos, gone"],
			["Pedidos, Bonus hunts"],
		]);
	});

	it("shows users' current names, and not those of erased users", async () => {
		await record({ action: "points.adjust", subject: ana, subjectName: "", after: { points: 2 } });
		const prize = { winner: ana, points: 50 };
		await record({ action: "hunt.prize", subject: "h", subjectName: "Friday", after: prize });
		const shown = async () => (await read()).rows.map(({ subject, fields }) => [subject, fields[0]?.after]);
		expect(await shown()).toEqual([
			["Friday", "ana"],
			["ana", "2"],
		]);
		await eraseUser({ db: test.db, async remember() {} }, ana);
		expect(await shown()).toEqual([
			["Friday", "Anonymous"],
			["Anonymous", "2"],
		]);
		const rows = await rowsOf(test.db, "admin_changes");
		expect(
			JSON.stringify(rows.map((row) => ({ ...row, subject: "", after: row.after?.replace(ana, "") }))),
		).not.toContain("ana");
	});

	it("is filtered by admin and by action, and lists the choices", async () => {
		await record({ actor: ana, action: "slots.add", after: { name: "A" } });
		await record({ actor: ana, after: { name: "B" } });
		await record({ after: { name: "C" } });
		const names = async (address: string) =>
			(await read(address)).rows.map(({ fields }) => fields[0]?.after).join("");
		expect(await names("")).toBe("CBA");
		expect(await names(`by=${ana}`)).toBe("BA");
		expect(await names("action=slots.edit")).toBe("CB");
		expect(await names(`by=${boss}&action=slots.add`)).toBe("");
		expect(await names(`by=' or 1=1 --`)).toBe("");
		expect(await readChoices(test.db, "en")).toEqual({
			admins: [
				{ value: ana, name: "ana" },
				{ value: boss, name: "boss" },
			],
			actions: [
				{ value: "slots.add", name: "Slot added" },
				{ value: "slots.edit", name: "Slot edited" },
			],
		});
	});

	it("cannot be updated or deleted", async () => {
		await record({ after: { name: "A" } });
		await expect(test.db.updateTable("admin_changes").set({ actor: ana }).execute()).rejects.toThrow();
		await expect(test.db.deleteFrom("admin_changes").execute()).rejects.toThrow();
	});
});

describe("messages", () => {
	const files = readdirSync(APP, { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".server.ts"))
		.map((file) => readFileSync(join(APP, file), "utf8"));
	const recorded = files
		.filter((source) =>
			/recordChange|writeChange|saveRecord|editRecord|removeRecord|changeHunt|kind: "/.test(source),
		)
		.flatMap((source) => [
			...[...source.matchAll(/\baction: (?:[\w.= "]+\? )?"([\w.-]+)"(?: : "([\w.-]+)")?/g)].flatMap(
				([, one = "", other]) => [one, ...(other ? [other] : [])],
			),
			...(source.includes("changeHunt")
				? [...source.matchAll(/\bkind: "([\w-]+)"/g)].map(([, kind]) => `hunt.${kind}`)
				: []),
		])
		.concat(FORM_NAMES.map((form) => `settings.${form}`))
		// Acts whose form names them.
		.concat([...bracketSchema.optionsMap.keys()].map((intent) => `tournament.${String(intent)}`))
		.concat(
			[...predictionsSchema.optionsMap].flatMap(([intent, { shape }]) =>
				"revision" in shape ? `prediction.${String(intent)}` : [],
			),
		)
		.concat(["request.played", "request.skipped", "request.hunt"])
		// Names of idempotent forms have the same syntax.
		.filter(
			(action) =>
				!/^(store|codes|plinko|(solo|live)-crash|social\.save|points\.undo-|bonus-hunt|slots|api|promotions|tournaments|predictions|requests)\b/.test(
					action,
				),
		);

	it("exist in both languages for every recorded action, and for no other", () => {
		const flat = (tree: object): string[] =>
			Object.entries(tree).flatMap(([group, actions]) =>
				Object.keys(actions as object).map((action) => `${group}.${action}`),
			);
		const known = flat(en.channel.actions).sort();
		expect(flat(pt.channel.actions).sort()).toEqual(known);
		expect([...new Set(recorded)].sort()).toEqual(known);
	});
});
