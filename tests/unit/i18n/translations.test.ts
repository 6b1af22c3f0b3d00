import { parseWithZod } from "@conform-to/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { gatherTranslations, translationFields } from "~/forms/translations.schema";
import { loggedTranslations, translated } from "~/i18n/translations";

const schema = z
	.object({
		name: z.string(),
		text: z.string().default(""),
		...translationFields({ name: z.string().max(5, "too long").optional(), text: z.string().optional() }),
	})
	.transform(gatherTranslations("name", "text"));

const parse = (fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return parseWithZod(form, { schema });
};
const read = (fields: Record<string, string>) => {
	const submission = parse(fields);
	return submission.status === "success" ? submission.value : undefined;
};
const errorsOf = (fields: Record<string, string>) => parse(fields).reply().error;

describe("the translations of a form", () => {
	it("are collected without empty ones", () => {
		expect(read({ name: "Caneca", nameEn: "Mug", text: "Para chá", textEn: "" })).toEqual({
			name: "Caneca",
			text: "Para chá",
			translations: { en: { name: "Mug" } },
		});
		expect(read({ name: "Caneca" })).toEqual({ name: "Caneca", text: "", translations: {} });
	});

	it("become the main text where there is none, so that everybody sees it", () => {
		expect(read({ name: "Caneca", textEn: "For tea" })).toEqual({
			name: "Caneca",
			text: "For tea",
			translations: {},
		});
	});

	it("do not replace a required main text", () => {
		expect(errorsOf({ nameEn: "Mug" })).toHaveProperty("name");
	});

	it("are validated as the main texts are, with the error at their own field", () => {
		expect(errorsOf({ name: "Caneca", nameEn: "Much too long" })).toEqual({ nameEn: ["too long"] });
	});
});

describe("a record with translations", () => {
	const row = { id: 1, name: "Caneca", text: "Para chá", translations: { en: { name: "Mug" } } };

	it("has the main texts where there is no translation", () => {
		expect(translated(row, "en")).toEqual({ id: 1, name: "Mug", text: "Para chá" });
		expect(translated(row, "pt")).toEqual({ id: 1, name: "Caneca", text: "Para chá" });
	});

	it("is logged with a field for each translation", () => {
		expect(loggedTranslations(row.translations)).toEqual({ nameEn: "Mug" });
		expect(loggedTranslations({})).toEqual({});
	});
});
