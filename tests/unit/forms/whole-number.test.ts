import { describe, expect, it } from "vitest";
import { whole } from "~/forms/form-fields.schema";
import { wholeNumberIn } from "~/lib/whole-number";

describe("a typed whole number", () => {
	it.each([
		["0", 0],
		["10", 10],
		[" 10 000 ", 10_000],
		["1\u202F234\u00A0567", 1_234_567],
	])("is %j", (text, number) => {
		expect(wholeNumberIn(text)).toBe(number);
	});

	it.each(["", " ", "10.000", "10,000", "1e4", "0x10", "-1", "+1", "٣", "1".repeat(20)])(
		"is not %j",
		(text) => {
			expect(wholeNumberIn(text)).toBeUndefined();
		},
	);

	it("outside its range is refused with the field's error code", () => {
		const field = whole("pointsInvalid", 1, 50);
		expect(["1", "50"].map((text) => field.parse(text))).toEqual([1, 50]);
		for (const text of ["0", "51", "1.0", undefined, 7]) {
			expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(["pointsInvalid"]);
		}
	});
});
