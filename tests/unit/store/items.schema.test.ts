import { describe, expect, it } from "vitest";
import { itemSchema } from "~/store/items/items.schema";
import { redeemSchema } from "~/store/redeem/redeem.schema";
import { formParser } from "../../support/forms";

const GOOD = {
	...{ idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11", name: "Mug", description: "", image: "" },
	...{ price: "100", stock: "5", viewerLimit: "", cooldownHours: "", question: "", codes: "" },
};
const parse = formParser(itemSchema, GOOD);
const errorsOf = (change: Record<string, string | File>) => parse(change).reply().error;
const parsedValue = (change: Record<string, string | File> = {}) => {
	const submission = parse(change);
	if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
	return submission.value;
};

describe("the item form", () => {
	it("requires name, price and stock, and no other field", () => {
		expect(parsedValue()).toEqual({
			...{ ...GOOD, price: 100, stock: 5, stockShown: 0, viewerLimit: null, cooldownHours: null },
			...{ question: null, hasCodes: false, withdrawCodes: false, codes: [], translations: {} },
		});
		const errors = { name: ["itemNameInvalid"], price: ["priceInvalid"] };
		expect(errorsOf({ name: " ", price: "" })).toEqual(errors);
		expect(errorsOf({ stock: "" })).toEqual({ stock: ["stockInvalid"] });
	});

	it.each([
		["price", "1", 1],
		["price", "1000000000", 1_000_000_000],
		["price", " 1 000 ", 1000],
		["stock", "0", 0],
		["stock", "007", 7],
		["viewerLimit", "1", 1],
		["cooldownHours", "8760", 8760],
	])("accepts %s %j", (field, text, number) => {
		expect(parsedValue({ [field]: text })).toMatchObject({ [field]: number });
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
	])("rejects an invalid %s with %s", (field, code, texts) => {
		for (const text of texts) expect(errorsOf({ [field]: text }), text).toEqual({ [field]: [code] });
	});

	it("requires no stock for an item with codes", () => {
		expect(parsedValue({ stock: "", hasCodes: "on", codes: "A-1\r\nB-2\r\n" })).toMatchObject({
			hasCodes: true,
			codes: ["A-1", "B-2"],
		});
	});

	it("distinguishes a file from an empty file input", () => {
		expect(parsedValue({ upload: new File([], "") }).upload).toBeUndefined();
		expect(parsedValue({ upload: new File(["x"], "x.png") }).upload?.name).toBe("x.png");
	});
});

describe("the redeem form", () => {
	const good = { idempotencyKey: GOOD.idempotencyKey, revision: "1", price: "100", stock: "5" };
	const redeem = formParser(redeemSchema, good);

	it("contains the displayed values, with or without an answer", () => {
		expect(redeem({ answer: " Blue " })).toMatchObject({
			value: { revision: 1, price: 100, stock: 5, answer: "Blue" },
		});
		expect(redeem({})).toMatchObject({ value: { answer: "" } });
	});

	it("is expired without them, and limits the length of the answer", () => {
		expect(redeem({ revision: "" }).reply().error).toEqual({ revision: ["pageExpired"] });
		expect(redeem({ idempotencyKey: "x" }).reply().error).toEqual({ idempotencyKey: ["pageExpired"] });
		expect(redeem({ answer: "a".repeat(501) }).reply().error).toEqual({ answer: ["answerTooLong"] });
	});
});
