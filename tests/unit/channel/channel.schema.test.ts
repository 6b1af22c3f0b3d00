import { describe, expect, it } from "vitest";
import { channelSchema } from "~/channel/channel.schema";
import { formParser } from "../../support/forms";

const GOOD = { revision: "0", name: "Navalhas" };
const parse = formParser(channelSchema, GOOD);
const errorsOf = (change: Record<string, string>) => parse(change).reply().error;
function parsedValue(change: Record<string, string> = {}) {
	const submission = parse(change);
	if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
	return submission.value;
}

describe("the settings form", () => {
	it("requires a name, and no other field", () => {
		expect(parsedValue()).toEqual({
			revision: 0,
			name: "Navalhas",
			taglinePt: "",
			taglineEn: "",
			image: "",
			aboutPt: "",
			aboutEn: "",
			contactEmail: "",
			twitchLogin: "",
			nextStream: "",
		});
		expect(errorsOf({ name: "  \t ", revision: "x" })).toEqual({
			name: ["channelNameInvalid"],
			revision: ["pageExpired"],
		});
	});

	it("limits the length of every text, in which CRLF counts as one character", () => {
		expect(errorsOf({ name: "x".repeat(41) })).toEqual({ name: ["channelNameInvalid"] });
		expect(errorsOf({ taglinePt: "x".repeat(301) })).toEqual({ taglinePt: ["taglineTooLong"] });
		expect(errorsOf({ aboutEn: "x".repeat(10_000) })).toEqual({ aboutEn: ["aboutTooLong"] });
		const lines = Array.from({ length: 2500 }, () => "x").join("\r\n");
		expect(parsedValue({ aboutPt: lines }).aboutPt).toHaveLength(4999);
	});

	it("keeps markup, emoji and any script as plain text, without invisible characters", () => {
		const text = `<script>alert(1)</script> "><img onerror=x> שלום 👩‍👩‍👧`;
		expect(parsedValue({ taglineEn: text, aboutEn: text })).toMatchObject({ taglineEn: text, aboutEn: text });
		expect(parsedValue({ name: " Na\u202eva\u0000l\n has " }).name).toBe("Naval has");
		expect(parsedValue({ aboutEn: "One \r\n\r\n\u0007Two\r\n" }).aboutEn).toBe("One\n\nTwo");
	});

	it.each(["\u200b\u3164", "\u3164\uffa0", "\u2800", "\u200d", "\u202e\u2066", "\ufe0f\u0301"])(
		"rejects the invisible name %j",
		(name) => expect(errorsOf({ name })).toEqual({ name: ["channelNameInvalid"] }),
	);

	it.each([
		["\u2067Na\u200bval\u3164\u061chas\ufeff", "Navalhas"],
		["👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"],
		["שלום \u200b 7", "שלום 7"],
	])("stores the name %j as %j", (name, stored) => expect(parsedValue({ name }).name).toBe(stored));

	it.each(["javascript:alert(1)", "https://a:b@evil.example/x.png", "../x.png"])(
		"rejects the picture %s",
		(image) => expect(errorsOf({ image })).toEqual({ image: ["imageInvalid"] }),
	);

	it.each(["https://pictures.example/me.png", "me.webp", ""])("accepts the picture %j", (image) =>
		expect(parsedValue({ image }).image).toBe(image),
	);

	it.each([
		[" Navalhas_TV ", "navalhas_tv"],
		["@navalhas", "navalhas"],
		["https://www.twitch.tv/Navalhas/", "navalhas"],
		["twitch.tv/navalhas", "navalhas"],
		["", ""],
	])("reads the Twitch channel %j as %j", (twitchLogin, login) =>
		expect(parsedValue({ twitchLogin }).twitchLogin).toBe(login),
	);

	it.each(["na", "navalhas&parent=evil.example", "https://evil.example/navalhas", "x".repeat(26)])(
		"rejects the Twitch channel %j",
		(twitchLogin) => expect(errorsOf({ twitchLogin })).toEqual({ twitchLogin: ["twitchLoginInvalid"] }),
	);

	it("accepts a local date and time for the next stream, or none", () => {
		expect(parsedValue({ nextStream: "2026-11-28T21:30" }).nextStream).toBe("2026-11-28T21:30");
		for (const nextStream of ["tomorrow", "2026-11-28", "2026-02-30T10:00"])
			expect(errorsOf({ nextStream }), nextStream).toEqual({ nextStream: ["nextStreamInvalid"] });
	});

	it("accepts one e-mail address or none", () => {
		expect(parsedValue({ contactEmail: " ola@navalhas.example " }).contactEmail).toBe("ola@navalhas.example");
		for (const contactEmail of ["ola", "a@b", "a@b.example, c@d.example", `${"x".repeat(250)}@b.pt`]) {
			expect(errorsOf({ contactEmail }), contactEmail).toEqual({ contactEmail: ["contactEmailInvalid"] });
		}
	});
});
