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

it("values are inserted as plain text regardless of their content", () => {
	expect(blocksOf("{name} says", {}, { name: HOSTILE })).toEqual({
		kind: "text",
		pieces: [`${HOSTILE} says`],
	});
	expect(compose(page(), {}, { name: HOSTILE }).title).toBe(`Of ${HOSTILE}`);
});

it("an unknown placeholder is an error", () => {
	expect(() => blocksOf("{nothing}")).toThrow("{nothing}");
});
