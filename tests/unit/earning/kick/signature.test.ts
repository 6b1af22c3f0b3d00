import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { createKickVerifier, KICK_REPEATED_MS } from "~/earning/kick/signature.server";
import { expectForEachChange } from "../any-message";

const newKeys = () =>
	generateKeyPairSync("rsa", {
		modulusLength: 2048,
		publicKeyEncoding: { type: "spki", format: "pem" },
		privateKeyEncoding: { type: "pkcs8", format: "pem" },
	});
const keys = newKeys();
const otherKeys = newKeys();
const body = Buffer.from('{"follower":{}}');
const start = Date.parse("2026-11-23T20:00:00Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function signed(at = start, { privateKey } = keys) {
	const [id, timestamp] = ["01ABC", new Date(at).toISOString()];
	const signature = createSign("sha256")
		.update(`${id}.${timestamp}.`)
		.update(body)
		.sign(privateKey, "base64");
	return {
		"kick-event-message-id": id,
		"kick-event-message-timestamp": timestamp,
		"kick-event-signature": signature,
	};
}

function verifier(...answers: (string | Error)[]) {
	let time = start;
	const readKey = vi.fn(async () => {
		const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? keys.publicKey;
		if (answer instanceof Error) throw answer;
		return answer;
	});
	const { verify } = createKickVerifier({ readKey, now: () => new Date(time) });
	return {
		readKey,
		verify: (headers: Record<string, string>, content: Uint8Array = body) =>
			verify(new Headers(headers), content),
		pass(ms: number) {
			time += ms;
		},
	};
}

const nextLetter = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

describe("the signature of a webhook", () => {
	it("is valid for up to 7 days, because Kick delivers late", async () => {
		const { verify } = verifier();
		expect(await verify(signed())).toBe("valid");
		expect(await verify(signed(start - 6.9 * DAY))).toBe("valid");
		expect(await verify(signed(start - 7.1 * DAY))).toBe("stale");
		expect(await verify(signed(start + 11 * MINUTE))).toBe("stale");
	});

	it("is no longer valid when the hash of a forgotten event is deleted", async () => {
		const { verify, pass } = verifier();
		const ahead = signed(start + 10 * MINUTE);
		expect(await verify(ahead)).toBe("valid");
		pass(KICK_REPEATED_MS);
		expect(await verify(ahead)).toBe("valid");
		pass(1);
		expect(await verify(ahead)).toBe("stale");
	});

	it("is forged with another key or a missing header", async () => {
		const { verify } = verifier();
		expect(await verify(signed(start, otherKeys))).toBe("forged");
		for (const name of Object.keys(signed()))
			expect(await verify({ ...signed(), [name]: "" })).toBe("forged");
		// Another notation of the same bytes: the last character of base64 has unused bits.
		const loose = signed()["kick-event-signature"].replace(/.(?===$)/, (last) => nextLetter(last));
		expect(await verify({ ...signed(), "kick-event-signature": loose })).toBe("forged");
	});

	it("is forged after one character of body, id, timestamp or signature has changed", () => {
		const { verify } = verifier();
		return expectForEachChange(
			{ ...signed(), body: body.toString() },
			async ({ body: content = "", ...headers }) =>
				expect(await verify(headers, Buffer.from(content))).toBe("forged"),
			1614,
		);
	});
});

describe("the key", () => {
	it("is fetched once, and again for a signature that does not match, at most every 10 minutes", async () => {
		const { verify, readKey, pass } = verifier(keys.publicKey, otherKeys.publicKey);
		expect(await Promise.all([verify(signed()), verify(signed())])).toEqual(["valid", "valid"]);
		expect(await verify(signed(start, otherKeys))).toBe("forged");
		expect(readKey).toHaveBeenCalledTimes(1);
		pass(11 * MINUTE);
		expect(await verify(signed(start, otherKeys))).toBe("valid");
		for (let count = 0; count < 5; count++) expect(await verify(signed())).toBe("forged");
		expect(readKey).toHaveBeenCalledTimes(2);
	});

	it("stays in use while a new one cannot be fetched", async () => {
		const { verify, pass } = verifier(keys.publicKey, new Error("unreachable"));
		expect(await verify(signed())).toBe("valid");
		pass(2 * DAY);
		expect(await verify(signed(start, otherKeys))).toBe("forged");
		expect(await verify(signed())).toBe("valid");
	});

	it("is fetched every 10 s while there is none, however many messages arrive", async () => {
		const { verify, readKey, pass } = verifier(
			new Error("unreachable"),
			new Error("unreachable"),
			keys.publicKey,
		);
		for (const calls of [1, 2]) {
			for (let count = 0; count < 5; count++) await expect(verify(signed())).rejects.toThrow();
			expect(readKey).toHaveBeenCalledTimes(calls);
			pass(10_000);
		}
		expect(await verify(signed())).toBe("valid");
	});

	it("must have been fetched once, and be an RSA key", async () => {
		await expect(verifier(new Error("unreachable")).verify(signed())).rejects.toThrow("unreachable");
		const { publicKey } = generateKeyPairSync("ed25519");
		const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
		await expect(verifier(pem).verify(signed())).rejects.toThrow("not an RSA key");
		await expect(verifier("no key").verify(signed())).rejects.toThrow();
	});
});
