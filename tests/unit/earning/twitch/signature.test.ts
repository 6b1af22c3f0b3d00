import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TWITCH_REPEATED_MS, verifySignature } from "~/earning/twitch/signature.server";
import { readDelivery, signedHeadersOf } from "~/earning/twitch/webhook.server";
import { propertySeed, sized } from "../../../support/test-size";

const secret = "a-secret-of-the-site";
const now = new Date("2026-11-23T20:00:00Z");
const body = Buffer.from('{"event":{"bits":100}}');

function signed(at: Date, id = "m1", content = body) {
	const timestamp = at.toISOString().replace("Z", "000000Z");
	const hex = createHmac("sha256", secret).update(`${id}${timestamp}`).update(content).digest("hex");
	return { id, timestamp, signature: `sha256=${hex}` };
}
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe("the signature of a webhook", () => {
	it("is the one that Twitch's documentation describes", () => {
		expect(verifySignature(signed(now), body, secret, now)).toBe("valid");
		// Computed with `openssl dgst -sha256 -hmac`.
		const headers = {
			id: "f1c2a387-161a-49f9-a165-0f21d7a4e1c4",
			timestamp: "2026-11-23T20:00:00.123456789Z",
			signature: "sha256=40bd8bdf41aac2ecc827847650afc786485bdde603edee97ca45a1141185f662",
		};
		expect(verifySignature(headers, Buffer.from("{}"), "0123456789", now)).toBe("valid");
	});

	it("is stale after 10 minutes, and in the future", () => {
		expect(verifySignature(signed(minutesAgo(10)), body, secret, now)).toBe("valid");
		expect(verifySignature(signed(minutesAgo(11)), body, secret, now)).toBe("stale");
		expect(verifySignature(signed(minutesAgo(-11)), body, secret, now)).toBe("stale");
	});

	it("is no longer valid when the hash of a forgotten event is deleted", () => {
		const ahead = signed(minutesAgo(-10));
		const after = (ms: number) => verifySignature(ahead, body, secret, new Date(now.getTime() + ms));
		expect([0, TWITCH_REPEATED_MS, TWITCH_REPEATED_MS + 1].map(after)).toEqual(["valid", "valid", "stale"]);
	});

	it("is stale for a signed timestamp that is not a time", () => {
		const hex = createHmac("sha256", secret).update("m1yesterday").update(body).digest("hex");
		const headers = { id: "m1", timestamp: "yesterday", signature: `sha256=${hex}` };
		expect(verifySignature(headers, body, secret, now)).toBe("stale");
	});

	it("is forged with another secret, and with a signature of another length or prefix", () => {
		const headers = signed(now);
		expect(verifySignature(headers, body, "another-secret", now)).toBe("forged");
		for (const signature of ["", "sha256=", headers.signature.slice(0, -1), `${headers.signature}0`])
			expect(verifySignature({ ...headers, signature }, body, secret, now)).toBe("forged");
		const sha1 = headers.signature.replace("sha256", "sha512");
		expect(verifySignature({ ...headers, signature: sha1 }, body, secret, now)).toBe("forged");
	});

	it("is forged after one byte of body, id, timestamp or signature has changed", () => {
		const part = fc.constantFrom("body", "id", "timestamp", "signature");
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1 }),
				part,
				fc.nat(),
				fc.integer({ min: 1, max: 127 }),
				(bytes, where, place, flip) => {
					const content = Buffer.from(bytes);
					const headers = { ...signed(now, "m1", content) };
					if (where === "body") {
						const at = place % content.length;
						content[at] = (content[at] ?? 0) ^ flip;
					} else {
						const field = where as keyof typeof headers;
						const characters = [...headers[field]];
						const at = place % characters.length;
						characters[at] = String.fromCharCode((characters[at] ?? "").charCodeAt(0) ^ flip);
						headers[field] = characters.join("");
					}
					expect(verifySignature(headers, content, secret, now)).toBe("forged");
				},
			),
			{ numRuns: sized(500, 50_000), seed: propertySeed(1612) },
		);
	});
});

describe("reading a webhook", () => {
	const headers = (type: string) =>
		new Headers({
			"Twitch-Eventsub-Message-Id": "m1",
			"Twitch-Eventsub-Message-Timestamp": "2026-11-23T20:00:00Z",
			"Twitch-Eventsub-Message-Signature": "sha256=00",
			"Twitch-Eventsub-Message-Type": type,
			"Twitch-Eventsub-Subscription-Type": "channel.raid",
		});
	const subscription = { id: "s1", type: "channel.cheer", version: "1", status: "enabled" };
	const read = (type: string, value: unknown) =>
		readDelivery(headers(type), Buffer.from(JSON.stringify(value)));

	it("needs all three signed headers", () => {
		expect(signedHeadersOf(headers("notification"))).toMatchObject({ id: "m1", signature: "sha256=00" });
		for (const name of ["Id", "Timestamp", "Signature"]) {
			const some = headers("notification");
			some.delete(`Twitch-Eventsub-Message-${name}`);
			expect(signedHeadersOf(some)).toBeUndefined();
		}
	});

	it("takes the type from the signed body", () => {
		expect(read("notification", { subscription, event: { bits: 1 } })).toMatchObject({
			kind: "notification",
			message: { messageId: "m1", type: "channel.cheer", version: "1", event: { bits: 1 } },
		});
	});

	it("refuses other types, bodies without a subscription and bodies that are not JSON", () => {
		expect(() => read("drop", { subscription })).toThrow("message-type");
		expect(() => read("notification", { event: {} })).toThrow("notification.subscription: missing");
		expect(() => readDelivery(headers("notification"), Buffer.from("{"))).toThrow(SyntaxError);
	});
});
