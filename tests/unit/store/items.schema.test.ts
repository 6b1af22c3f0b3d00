import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import { describe, expect, it } from "vitest";
import { itemSchema } from "~/store/items/items.schema";
import { redeemSchema } from "~/store/redeem/redeem.schema";

const schema = unstable_coerceFormValue(itemSchema);

const GOOD = {
	idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11",
	name: "Mug",
	description: "",
	image: "",
	price: "100",
	stock: "5",
	viewerLimit: "",
	cooldownHours: "",
	question: "",
	codes: "",
};

function parse(change: Record<string, string | File> = {}) {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...GOOD, ...change })) form.append(name, value);
	return parseWithZod(form, { schema, disableAutoCoercion: true });
}
const faults = (change: Record<string, string | File>) => parse(change).reply().error;
const value = (change: Record<string, string | File> = {}) => {
	const submission = parse(change);
	if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
	return submission.value;
};

describe("an item's form", () => {
	it("needs name, price and stock, and nothing else", () => {
		expect(value()).toEqual({
			idempotencyKey: GOOD.idempotencyKey,
			stockShown: 0,
			name: "Mug",
			description: "",
			image: "",
			price: 100,
			stock: 5,
			viewerLimit: null,
			cooldownHours: null,
			question: null,
			hasCodes: false,
			withdrawCodes: false,
			codes: [],
		});
		expect(faults({ name: " ", price: "" })).toEqual({ name: ["itemNameInvalid"], price: ["priceInvalid"] });
		expect(faults({ stock: "" })).toEqual({ stock: ["stockInvalid"] });
	});

	it.each([
		["price", "1", 1],
		["price", "1000000000", 1_000_000_000],
		["price", " 1 000 ", 1000],
		["stock", "0", 0],
		["stock", "007", 7],
		["viewerLimit", "1", 1],
		["cooldownHours", "8760", 8760],
	])("takes %s %j", (field, text, number) => {
		expect(value({ [field]: text })).toMatchObject({ [field]: number });
	});

	it.each([
		[
			"price",
			"priceInvalid",
			["0", "-1", "1.5", "1.000", "1,000", "1e3", "0x10", "abc", "1000000001", "NaN", "∞", "١"],
		],
		["stock", "stockInvalid", ["-1", "0.5", "1000001", "many"]],
		["viewerLimit", "limitInvalid", ["0", "-2", "1.5", "1000001"]],
		["cooldownHours", "cooldownInvalid", ["0", "0.5", "8761"]],
		[
			"image",
			"imageInvalid",
			["javascript:alert(1)", "../x.png", "mug.svg", "a b.png", "http://", `https://x/${"a".repeat(2000)}`],
		],
		["name", "itemNameInvalid", ["a".repeat(101)]],
		["description", "descriptionTooLong", ["a".repeat(1001)]],
		["question", "questionTooLong", ["a".repeat(201)]],
		["codes", "codesInvalid", ["a".repeat(201), Array.from({ length: 5001 }, (_, at) => at).join("\n")]],
	])("refuses %s with %s", (field, code, texts) => {
		for (const text of texts) expect(faults({ [field]: text }), text).toEqual({ [field]: [code] });
	});

	it("needs no stock where codes are handed out", () => {
		expect(value({ stock: "", hasCodes: "on", codes: "A-1\r\nB-2\r\n" })).toMatchObject({
			hasCodes: true,
			codes: ["A-1", "B-2"],
		});
	});

	it("knows a file from an empty choice", () => {
		expect(value({ upload: new File([], "") }).upload).toBeUndefined();
		expect(value({ upload: new File(["x"], "x.png") }).upload?.name).toBe("x.png");
	});
});

describe("the confirm dialog's form", () => {
	const redeem = (change: Record<string, string>) => {
		const form = new FormData();
		const good = { idempotencyKey: GOOD.idempotencyKey, revision: "1", price: "100", stock: "5" };
		for (const [name, text] of Object.entries({ ...good, ...change })) form.append(name, text);
		return parseWithZod(form, { schema: unstable_coerceFormValue(redeemSchema), disableAutoCoercion: true });
	};

	it("brings back what it has shown, with an answer or without", () => {
		expect(redeem({ answer: " Blue " })).toMatchObject({
			value: { revision: 1, price: 100, stock: 5, answer: "Blue" },
		});
		expect(redeem({})).toMatchObject({ value: { answer: "" } });
	});

	it("is expired without that, and an answer has its bound", () => {
		expect(redeem({ revision: "" }).reply().error).toEqual({ revision: ["requestIdMissing"] });
		expect(redeem({ idempotencyKey: "x" }).reply().error).toEqual({ idempotencyKey: ["requestIdMissing"] });
		expect(redeem({ answer: "a".repeat(501) }).reply().error).toEqual({ answer: ["answerTooLong"] });
	});
});
