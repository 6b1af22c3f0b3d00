import { describe, expect, it } from "vitest";
import { paragraphsOf, textIn } from "~/channel/channel";

describe("a text", () => {
	it("that is missing in one language is shown in the other", () => {
		const both = { pt: "Olá", en: "Hello" };
		expect(textIn(both, "en")).toEqual({ text: "Hello", language: "en" });
		expect(textIn({ ...both, en: "" }, "en")).toEqual({ text: "Olá", language: "pt" });
		expect(textIn({ ...both, pt: "" }, "pt")).toEqual({ text: "Hello", language: "en" });
		expect(textIn({ pt: "", en: "" }, "en")).toEqual({ text: "", language: "en" });
	});

	it("is split into paragraphs at empty lines", () => {
		expect(paragraphsOf("One\nline\n\n \nTwo\n\n\n\nThree\n")).toEqual(["One\nline", "Two", "Three"]);
		expect(paragraphsOf(" \n ")).toEqual([]);
	});
});
