import { expect, it } from "vitest";
import { createSecretBox } from "~/lib/secret-box.server";

const tokens = {
	accessToken: "at-1",
	refreshToken: "rt-1",
	idToken: "it-1",
	expiresAt: "2026-03-04T12:00:00.000Z",
};
const box = createSecretBox("s".repeat(32), "session tokens");

it("the token box returns the sealed value", () => {
	expect(box.open(box.seal(tokens, "session-1"), "session-1")).toEqual(tokens);
});

it("the sealed text does not reveal the value and differs each time", () => {
	const sealed = box.seal(tokens, "session-1");
	expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toMatch(/at-1|rt-1|it-1|Token/);
	expect(box.seal(tokens, "session-1")).not.toBe(sealed);
});

it("the sealed text opens for its session only, with its secret and its purpose", () => {
	const sealed = box.seal(tokens, "session-1");
	for (const owner of ["session-2", "", "session-1 "]) expect(() => box.open(sealed, owner)).toThrow();
	expect(() => createSecretBox("t".repeat(32), "session tokens").open(sealed, "session-1")).toThrow();
	expect(() => createSecretBox("s".repeat(32), "settings").open(sealed, "session-1")).toThrow();
});

it("the sealed text does not open if any byte is changed", () => {
	const bytes = Buffer.from(box.seal(tokens, "a"), "base64url");
	for (let at = 0; at < bytes.length; at++) {
		const changed = Buffer.from(bytes);
		changed[at] = (changed[at] ?? 0) ^ 1;
		expect(() => box.open(changed.toString("base64url"), "a"), `byte ${at}`).toThrow();
	}
});
