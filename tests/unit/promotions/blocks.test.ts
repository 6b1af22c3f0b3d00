import fc from "fast-check";
import { expect, it } from "vitest";
import { blocksOf } from "~/promotions/promotions";

it.each<[string, ReturnType<typeof blocksOf>]>([
	["One\nTwo", ["One\nTwo"]],
	[
		"Intro\n\n• New accounts\n•  One per person \nOutro",
		["Intro", ["New accounts", "One per person"], "Outro"],
	],
	["- a\n* b\n– c", [["a", "b", "c"]]],
	["-50% off\n•no space\n—", ["-50% off\n•no space\n—"]],
	["• a\n\n• b", [["a"], ["b"]]],
	["", []],
])("the description %j is shown as paragraphs and lists", (text, blocks) => {
	expect(blocksOf(text)).toEqual(blocks);
});

it("no word of a description is lost", () => {
	const words = (text: string) => text.split(/[\s•*–-]+/).filter(Boolean);
	fc.assert(
		fc.property(fc.array(fc.constantFrom("• ", "- ", "a", "b c", "\n", " ")), (parts) => {
			const text = parts.join("");
			expect(words(blocksOf(text).flat().join("\n"))).toEqual(words(text));
		}),
	);
});
