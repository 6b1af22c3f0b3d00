import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import { describe, expect, it } from "vitest";
import { channelSchema } from "~/channel/channel.schema";

const schema = unstable_coerceFormValue(channelSchema);
const GOOD = { revision: "0", name: "Navalhas", soloDraw: "table" };

function parse(change: Record<string, string> = {}) {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...GOOD, ...change })) form.append(name, value);
	return parseWithZod(form, { schema, disableAutoCoercion: true });
}
const faults = (change: Record<string, string>) => parse(change).reply().error;
function value(change: Record<string, string> = {}) {
	const submission = parse(change);
	if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
	return submission.value;
}

describe("the settings' form", () => {
	it("needs a name and a draw, and nothing else", () => {
		expect(value()).toEqual({
			revision: 0,
			name: "Navalhas",
			taglinePt: "",
			taglineEn: "",
			image: "",
			aboutPt: "",
			aboutEn: "",
			contactEmail: "",
			soloDraw: "table",
		});
		expect(faults({ name: "  \t ", soloDraw: "loaded", revision: "x" })).toEqual({
			name: ["channelNameInvalid"],
			soloDraw: ["soloDrawInvalid"],
			revision: ["requestIdMissing"],
		});
	});

	it("bounds every text, which a form sends with line ends of its own", () => {
		expect(faults({ name: "x".repeat(41) })).toEqual({ name: ["channelNameInvalid"] });
		expect(faults({ taglinePt: "x".repeat(301) })).toEqual({ taglinePt: ["taglineTooLong"] });
		expect(faults({ aboutEn: "x".repeat(10_000) })).toEqual({ aboutEn: ["aboutTooLong"] });
		const lines = Array.from({ length: 2500 }, () => "x").join("\r\n");
		expect(value({ aboutPt: lines }).aboutPt).toHaveLength(4999);
	});

	it("keeps markup, emoji and any script as the text that they are, without what nobody sees", () => {
		const text = `<script>alert(1)</script> "><img onerror=x> שלום 👩‍👩‍👧`;
		expect(value({ taglineEn: text, aboutEn: text })).toMatchObject({ taglineEn: text, aboutEn: text });
		expect(value({ name: " Na\u202eva\u0000l\n has " }).name).toBe("Naval has");
		expect(value({ aboutEn: "One \r\n\r\n\u0007Two\r\n" }).aboutEn).toBe("One\n\nTwo");
	});

	it.each(["\u200b\u3164", "\u3164\uffa0", "\u2800", "\u200d", "\u202e\u2066", "\ufe0f\u0301"])(
		"refuses %j, which nobody can see, as a name",
		(name) => expect(faults({ name })).toEqual({ name: ["channelNameInvalid"] }),
	);

	it.each([
		["\u2067Na\u200bval\u3164\u061chas\ufeff", "Navalhas"],
		["👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"],
		["!", "!"],
		["שלום \u200b 7", "שלום 7"],
	])("takes %j as %j", (name, shown) => expect(value({ name }).name).toBe(shown));

	it.each([
		"javascript:alert(1)",
		"data:image/png;base64,AA",
		"https://a:b@evil.example/x.png",
		"../x.png",
		"x.svg",
	])("refuses a picture at %s", (image) => expect(faults({ image })).toEqual({ image: ["imageInvalid"] }));

	it.each(["https://pictures.example/me.png", "me.webp", ""])("takes a picture at %j", (image) =>
		expect(value({ image }).image).toBe(image),
	);

	it("takes an e-mail address or none", () => {
		expect(value({ contactEmail: " ola@navalhas.example " }).contactEmail).toBe("ola@navalhas.example");
		for (const contactEmail of [
			"ola",
			"a@b",
			"<a@b.example>",
			"a@b.example, c@d.example",
			`${"x".repeat(250)}@b.pt`,
		]) {
			expect(faults({ contactEmail }), contactEmail).toEqual({ contactEmail: ["contactEmailInvalid"] });
		}
	});
});
