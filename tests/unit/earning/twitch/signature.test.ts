import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { receivedIn, TWITCH_REPEATED_MS, verifySignature } from "~/earning/twitch/webhook.server";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../../demo/twitch-events.mjs";
import { expectForEachChange } from "../any-message";

const secret = "a-secret-of-the-site";
const now = new Date("2026-11-23T20:00:00Z");
const body = Buffer.from('{"event":{"bits":100}}');

const signed = (timestamp: string) => {
	const hex = createHmac("sha256", secret).update(`m1${timestamp}`).update(body).digest("hex");
	return { id: "m1", timestamp, signature: `sha256=${hex}` };
};
const stamp = (at: Date) => at.toISOString().replace("Z", "000000Z");
const minutesAgo = (minutes: number) => stamp(new Date(now.getTime() - minutes * 60_000));
const headersOf = (fields: object) =>
	new Headers(Object.entries(fields).map(([name, value]) => [`twitch-eventsub-message-${name}`, value]));
const verify = (fields: object, content: Uint8Array = body, at = now, key = secret) =>
	verifySignature(headersOf(fields), content, key, at);

describe("the signature of a webhook", () => {
	it("is the one that Twitch's documentation describes", () => {
		// Computed with `openssl dgst -sha256 -hmac`.
		const fields = {
			id: "f1c2a387-161a-49f9-a165-0f21d7a4e1c4",
			timestamp: "2026-11-23T20:00:00.123456789Z",
			signature: "sha256=40bd8bdf41aac2ecc827847650afc786485bdde603edee97ca45a1141185f662",
		};
		expect(verify(fields, Buffer.from("{}"), now, "0123456789")).toBe("valid");
	});

	it("is stale after 10 minutes, in the future, and with a timestamp that is not a time", () => {
		const verdicts = [minutesAgo(10), minutesAgo(11), minutesAgo(-11), "yesterday"];
		expect(verdicts.map((timestamp) => verify(signed(timestamp)))).toEqual([
			...["valid", "stale", "stale", "stale"],
		]);
	});

	it("is no longer valid when the hash of a forgotten event is deleted", () => {
		const ahead = signed(minutesAgo(-10));
		const after = (ms: number) => verify(ahead, body, new Date(now.getTime() + ms));
		expect([0, TWITCH_REPEATED_MS, TWITCH_REPEATED_MS + 1].map(after)).toEqual(["valid", "valid", "stale"]);
	});

	it("is forged with another secret, a missing header, and a signature of another length or prefix", () => {
		const good = signed(stamp(now));
		expect(verify(good)).toBe("valid");
		expect(verify(good, body, now, "other-secret-of-the-site")).toBe("forged");
		for (const name of Object.keys(good)) expect(verify({ ...good, [name]: "" })).toBe("forged");
		for (const signature of [good.signature.slice(0, -1), good.signature.replace("sha256", "sha512")])
			expect(verify({ ...good, signature })).toBe("forged");
	});

	it("is forged after one character of body, id, timestamp or signature has changed", () =>
		expectForEachChange(
			{ ...signed(stamp(now)), body: body.toString() },
			async ({ body: content = "", ...fields }) =>
				expect(verify(fields, Buffer.from(content))).toBe("forged"),
			1612,
		));
});

describe("reading a webhook", () => {
	const subscription = { id: "s1", type: "channel.cheer", version: "1", status: "enabled" };
	const read = (type: string, value: unknown) =>
		receivedIn(
			headersOf({ id: "m1", timestamp: "2026-11-23T20:00:00Z", type }),
			Buffer.from(JSON.stringify(value)),
			platformIdOf("plateia"),
		);

	it("takes the type from the signed body", () => {
		const [, event] = twitchEvents.cheer("ana", 1);
		expect(read("notification", { subscription, event })).toMatchObject({
			...{ type: "event", event: { messageId: "m1", kind: "cheer", facts: { bits: 1 } } },
		});
	});

	it("refuses other types, bodies without a subscription and bodies that are not JSON", () => {
		expect(() => read("drop", { subscription })).toThrow("message-type");
		expect(() => read("notification", { event: {} })).toThrow("notification.subscription: missing");
		expect(() => receivedIn(new Headers(), Buffer.from("{"), "1")).toThrow(SyntaxError);
	});
});
