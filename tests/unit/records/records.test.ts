import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import { isErrorCode, isNoticeCode } from "~/i18n/messages";
import { translationName } from "~/i18n/translations";
import { removeRecord, saveRecordForm } from "~/records/change-record.server";
import { pictureOf, type RecordForm, schemaOf, storedFields } from "~/records/record.server";
import { describeForm, describeRemoval } from "~/records/record-page.server";
import { findRecord, findRecords } from "~/records/records.queries.server";
import { RECORDS, recordAt } from "~/site/records.server";
import { openCatalogue } from "../../support/catalogue";
import { RECORD_EDITS, RECORD_FORMS } from "../../support/data/access-table";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { png } from "../../support/hunt-source";
import { breakWrites } from "../../support/unguarded";

const catalogue = openForEachTest(openCatalogue);
const newKey = () => crypto.randomUUID();

describe.each(RECORDS)("a record of $table", (type) => {
	const good = RECORD_FORMS[type.texts];
	const more = type.texts === "store" ? { stock: "5", stockShown: "5" } : {};
	const parse = formParser(schemaOf(type), { ...good, ...more });
	const picture = pictureOf(type);
	const file = async () => new File([new Uint8Array(await png())], "dot.png");
	const errorsOf = (change: Record<string, string>) =>
		parse({ idempotencyKey: newKey(), ...change }).reply().error;
	const formOf = (change: Record<string, string | File> = {}): RecordForm => {
		const submission = parse({ idempotencyKey: newKey(), ...change });
		if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
		return submission.value;
	};
	const save = (id: string | undefined, form: RecordForm) =>
		saveRecordForm(catalogue.tools, type, catalogue.admin, id, form);
	const remove = (id: string, revision: number) =>
		removeRecord(catalogue.tools, type, catalogue.admin, { id, revision });
	const find = (id: string) => findRecord(catalogue.db, type, id);
	const other = RECORD_EDITS[type.texts];
	const addresses = Object.entries(type.fields).filter(
		([, { input }]) => input.type === "url" || input.as === "picture",
	);

	it("has all its texts, in every language", () => {
		for (const language of LANGUAGES) {
			const reader = { language, config: catalogue.tools.config };
			const stored = { ...good, id: "a", revision: 1 };
			const rows = [undefined, stored, { ...stored, isDraft: true }, { ...stored, status: "disabled" }];
			const states = rows.filter(
				(row) =>
					!(
						row &&
						("isDraft" in row ? type.texts !== "promotions" : "status" in row && type.removal === "delete")
					),
			);
			for (const record of states) {
				const { title, fields, texts } = describeForm(type, record as never, reader);
				const { failed: _, ...needed } = texts;
				const shown = [
					title,
					...Object.values(needed),
					...fields.flatMap(({ as, label }) => (as === "hidden" ? [] : label)),
				];
				expect(shown.filter((text) => !text)).toEqual([]);
			}
			const texts: Record<string, object> = i18nIn(language).getResource(
				...([language, "translation", `${type.texts}.record`] as const),
			);
			for (const group of ["fields", "hints", "editHints", "examples"]) {
				expect(Object.keys(type.fields), group).toEqual(
					expect.arrayContaining(Object.keys(texts[group] ?? {})),
				);
			}
			const { labels, ...question } = describeRemoval(type, stored as never, reader);
			expect(Object.values({ ...labels, ...question }).filter((text) => !text)).toEqual([]);
			for (const action of ["add", "edit", type.removal]) {
				expect(i18nIn(language).exists(`${type.texts}.record.log.${action}`), action).toBe(true);
			}
		}
		for (const done of ["add", "edit", "remove"]) expect(isNoticeCode(`${type.texts}.${done}`)).toBe(true);
		// Routes are matched in any case, and after decoding.
		const paths = [type.path, type.path.toUpperCase(), type.path.replace("/s", "/%73").replace("/p", "/%70")];
		for (const path of paths) expect(recordAt({ url: `https://site.example${path}/new` })).toBe(type);
	});

	it("requires exactly its required fields, and keeps texts within their limits", () => {
		expect(formOf()).toMatchObject({ translations: {} });
		const blank = Object.fromEntries(Object.keys(good).map((name) => [name, " "]));
		expect(Object.keys(errorsOf(blank) ?? {}).sort()).toEqual(Object.keys(good).sort());
		for (const [name, { input, translation }] of Object.entries(type.fields)) {
			if (input.maxLength === undefined) continue;
			const names = [name, ...(translation ? [translationName(name, "en")] : [])];
			for (const one of names) {
				const { [one]: codes, ...others } = errorsOf({ [one]: "a".repeat(input.maxLength + 1) }) ?? {};
				expect([codes?.every(isErrorCode), others], one).toEqual([true, {}]);
			}
		}
		expect(errorsOf({ revision: "1.5" })).toEqual({ revision: ["pageExpired"] });
		expect(errorsOf({ idempotencyKey: "x" })).toEqual({ idempotencyKey: ["pageExpired"] });
	});

	if (addresses.length > 0)
		it("links to safe addresses only", () => {
			for (const [name] of addresses) {
				for (const text of [
					...[
						"javascript:alert(1)",
						"JAVASCRIPT://x/%0aalert(1)",
						"data:text/html,x",
						"data:image/png;base64,xx",
					],
					...["//casino.example", "http://", "https://a:b@casino.example/", "../x.png", "x.svg"],
				]) {
					expect(errorsOf({ [name]: text }), `${name} ${text}`).toEqual({ [name]: [expect.any(String)] });
				}
			}
		});

	it("is added once per idempotency key, with an entry in the change log", async () => {
		const form = formOf();
		const [id = "", again] = await Promise.all([save(undefined, form), save(undefined, form)]);
		expect(again).toBe(id);
		await expectRefusal(save(undefined, { ...form, ...other }), "idempotencyKeyReused");
		expect(await findRecords(catalogue.db, type)).toEqual([await find(id)]);
		expect(await find(id)).toMatchObject({ revision: 1 });
		const [added, ...more] = await catalogue.changes();
		expect(added).toMatchObject({
			action: `${type.texts}.add`,
			subject: id,
			actor: catalogue.admin,
			before: null,
		});
		expect(Object.keys(added?.after)).toEqual(expect.arrayContaining(storedFields(type)));
		expect(more).toEqual([]);
		const edit = formOf({ revision: "1", ...other });
		await save(id, edit);
		await expectRefusal(save(await save(undefined, formOf()), edit), "idempotencyKeyReused");
	});

	it("is edited with the changed fields in the change log, also of a translation", async () => {
		const id = await save(undefined, formOf());
		const before = await find(id);
		const translated = Object.keys(type.fields).find((name) => type.fields[name]?.translation);
		const english = translated === undefined ? {} : { [translationName(translated, "en")]: "English" };
		const texts = Object.fromEntries(Object.keys(english).map(() => [translated, "Main"]));
		await save(id, formOf({ revision: "1", ...texts, ...other, ...english }));
		const { before: was, after: is } = (await catalogue.changes()).at(-1) ?? {};
		expect(is).toEqual({ ...texts, ...other, ...english });
		expect(was).toEqual(
			Object.fromEntries(
				[...Object.keys({ ...texts, ...other })].map((name) => [name, before?.[name as "id"]]),
			),
		);
		expect(await find(id)).toMatchObject({ ...texts, ...other, revision: 2 });
		await save(id, formOf({ revision: "2", ...texts, ...other, ...english }));
		expect(await catalogue.changes(), "an edit that changes nothing").toHaveLength(2);
	});

	it("that another admin has edited or deleted is not overwritten, and no picture is stored", async () => {
		const id = await save(undefined, formOf());
		await save(id, formOf({ revision: "1", ...other }));
		const upload: Record<string, File> = picture ? { upload: await file() } : {};
		await expectRefusal(save(id, formOf({ revision: "1", ...upload })), "editConflict");
		await expectRefusal(remove(id, 1), "editConflict");
		await expectRefusal(save("none", formOf({ revision: "1", ...upload })), "recordGone");
		expect(await find(id)).toMatchObject({ ...other, revision: 2 });
		expect(await readdir(catalogue.folder)).toEqual([]);
	});

	if (picture)
		it("has an uploaded picture instead of the given one, stored once for a repeated form", async () => {
			const id = await save(undefined, formOf({ [String(picture)]: "wolf.webp" }));
			const form = formOf({ revision: "1", upload: await file() });
			await save(id, form);
			await save(id, form);
			const files = await readdir(catalogue.folder);
			expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.webp$/)]);
			expect(await find(id)).toMatchObject({ [String(picture)]: files[0], revision: 2 });
		});

	it("is removed once; removing it again changes nothing", async () => {
		const id = await save(undefined, formOf());
		await remove(id, 1);
		await remove(id, 1);
		await remove("none", 1);
		expect((await catalogue.changes()).slice(1)).toMatchObject([
			{ action: `${type.texts}.${type.removal}`, subject: id },
		]);
		const found = await find(id);
		if (type.removal === "delete") return expect(found).toBeUndefined();
		expect(found).toMatchObject({ status: "disabled", revision: 2 });
		await save(id, formOf({ revision: "2" }));
		expect(await find(id)).toMatchObject({ status: "active", revision: 3 });
	});

	it("that cannot be saved is reported as failed, and nothing is stored", async () => {
		const id = await save(undefined, formOf());
		for (const event of ["insert", "update", "delete"] as const) {
			await breakWrites(catalogue.db, { event, table: type.table, message: "disk" });
		}
		const failed = { code: "changesUnsaved" };
		await expect(save(undefined, formOf(other))).rejects.toMatchObject(failed);
		await expect(save(id, formOf({ revision: "1", ...other }))).rejects.toMatchObject(failed);
		await expect(remove(id, 1)).rejects.toMatchObject(failed);
		expect(await catalogue.changes()).toHaveLength(1);
		expect(await find(id)).toMatchObject({ revision: 1 });
	});
});
