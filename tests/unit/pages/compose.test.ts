import { expect, it } from "vitest";
import { compose, type WrittenBlock } from "~/pages/compose.server";

const HOSTILE = "[a](javascript:alert(1)) `x` {email} <script>";
const page = (...blocks: WrittenBlock[]) => ({
	title: "Of {name}",
	intro: "",
	sections: [{ id: "one", title: "One", blocks }],
});
const blocksOf = (written: WrittenBlock, phrases = {}, values = {}) =>
	compose({ ...page(written), title: "" }, phrases, values).sections[0]?.blocks[0];

it("links and code are parsed in paragraphs, lists and tables", () => {
	expect(blocksOf("See [help](/help), not `x`.")).toEqual({
		kind: "text",
		pieces: ["See ", { text: "help", to: "/help" }, ", not ", { code: "x" }, "."],
	});
	expect(blocksOf(["a", "[b](/b)"])).toEqual({ kind: "list", items: [["a"], [{ text: "b", to: "/b" }]] });
	expect(blocksOf({ head: ["h"], rows: [["`c`"]] })).toEqual({
		kind: "table",
		head: ["h"],
		rows: [[[{ code: "c" }]]],
	});
});

it("values are inserted as plain text regardless of their content", () => {
	expect(blocksOf("{name} says", {}, { name: HOSTILE })).toEqual({
		kind: "text",
		pieces: [`${HOSTILE} says`],
	});
	expect(compose(page(), {}, { name: HOSTILE }).title).toBe(`Of ${HOSTILE}`);
});

it("phrases are inserted with their markup and may contain values", () => {
	const phrases = { contact: "[{email}](mailto:{email})" };
	expect(blocksOf("Ask: {contact}.", phrases, { email: "a@b.example" })).toEqual({
		kind: "text",
		pieces: ["Ask: ", { text: "a@b.example", to: "mailto:a@b.example" }, "."],
	});
});

it("an unknown placeholder is an error", () => {
	expect(() => blocksOf("{nothing}")).toThrow("{nothing}");
});
