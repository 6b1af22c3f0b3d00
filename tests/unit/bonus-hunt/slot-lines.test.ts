import { expect, it } from "vitest";
import { slotLinesIn } from "~/bonus-hunt/model/slot-lines";

it.each([
	["Wolf Gold\t2,50", "Wolf Gold", 250],
	["Wolf Gold;0.20;further;columns", "Wolf Gold", 20],
	["Wolf Gold, 1,50 €", "Wolf Gold", 150],
	["Wolf Gold,2", "Wolf Gold", 200],
	["Book of 99, 20", "Book of 99", 2000],
	["Fire, Ice", "Fire, Ice", 100],
	['"Fire, Ice, ""Wind""";"1,50"', 'Fire, Ice, "Wind"', 150],
	["  Wolf Gold\t", "Wolf Gold", 100],
])("a line of a list: %j", (line, name, bet) => {
	expect(slotLinesIn(line, 100)).toEqual({ good: [{ name, bet }], bad: [] });
});

it("bad lines of a list keep their numbers and texts, and the good ones are read", () => {
	const text = [
		"Wolf\t1",
		"",
		"Fruit\tx",
		"\t2",
		"Temple 2,50",
		"Rhino\t0",
		`${"x".repeat(101)}`,
		"Bare",
	].join("\r\n");
	expect(slotLinesIn(text, undefined)).toEqual({
		good: [{ name: "Wolf", bet: 100 }],
		bad: [
			{ line: 3, text: "Fruit\tx", fault: "bet" },
			{ line: 4, text: "\t2", fault: "name" },
			{ line: 5, text: "Temple 2,50", fault: "comma" },
			{ line: 6, text: "Rhino\t0", fault: "bet" },
			{ line: 7, text: "x".repeat(101), fault: "name" },
			{ line: 8, text: "Bare", fault: "noBet" },
		],
	});
});

it("a long line with blanks and commas is read at once", () => {
	const long = [`Wolf,${" ".repeat(49_000)}x`, `Wolf${", 1".repeat(16_000)}x`];
	for (const text of long)
		expect(slotLinesIn(text, undefined)).toEqual({ good: [], bad: [{ line: 1, text, fault: "name" }] });
});
