import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readRetryAfter } from "~/lib/retry-after";
import { bodyOf } from "~/store/redeem-bot/message";
import { signatureHeaders } from "~/store/redeem-bot/signature.server";

const at = new Date("2026-03-04T12:00:00.500Z");
const redemption = { orderId: "0f8fad5b-d9cb-469f-a165-70867728950e", username: "ana", item: "Mug", at };

const URL = "https://bot.example/redeems";
const JSON_BOT = { REDEEM_BOT_URL: URL, REDEEM_BOT_FORMAT: "json" } as const;
const DISCORD_BOT = { REDEEM_BOT_URL: URL, REDEEM_BOT_FORMAT: "discord" } as const;

describe("the body of a message", () => {
	it("has the username and the item's name, and nothing else", () => {
		expect(bodyOf({ ...redemption, item: 'A "mug"\n' }, JSON_BOT)).toBe(
			'{"username":"ana","item":"A \\"mug\\"\\n"}',
		);
	});

	it("has Discord's format if configured, and cannot mention anyone", () => {
		expect(JSON.parse(bodyOf({ ...redemption, item: "@everyone" }, DISCORD_BOT))).toEqual({
			embeds: [
				{
					author: { name: "ana" },
					title: "🎁 @everyone",
					footer: { text: "0f8fad5b" },
					timestamp: "2026-03-04T12:00:00.500Z",
				},
			],
			allowed_mentions: { parse: [] },
		});
	});

	it.each([
		["https://discord.com/api/webhooks/1/token", true],
		["https://discordapp.com/api/webhooks/1/token?thread_id=2", true],
		["https://ptb.discord.com/api/v10/webhooks/1/token", true],
		["https://CANARY.discord.com/api/webhooks/1/token", true],
		["https://discord.com/channels/1", false],
		["https://discord.com.bot.example/api/webhooks/1/token", false],
		["https://bot.example/?to=https://discord.com/api/webhooks/1/token", false],
	])("has Discord's format at the address of a Discord webhook: %s %s", (REDEEM_BOT_URL, isDiscord) => {
		const body = JSON.parse(bodyOf(redemption, { ...JSON_BOT, REDEEM_BOT_URL }));
		expect(Object.keys(body)).toEqual(isDiscord ? ["embeds", "allowed_mentions"] : ["username", "item"]);
	});

	it("is truncated to Discord's limits without splitting a character", () => {
		for (const item of ["x".repeat(400), "🎲".repeat(200), `x${"🎲".repeat(200)}`]) {
			const { title } = JSON.parse(bodyOf({ ...redemption, item }, DISCORD_BOT)).embeds[0];
			expect(title.length).toBeLessThanOrEqual(256);
			expect(title.isWellFormed()).toBe(true);
			expect(title.endsWith("…")).toBe(true);
		}
	});
});

describe("the signature of a message", () => {
	it("matches the example of the Standard Webhooks specification", () => {
		// Test vector of the specification's reference libraries.
		const headers = signatureHeaders(
			["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
			{ id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' },
			new Date(1614265330 * 1000),
		);
		expect(headers).toEqual({
			"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
			"webhook-timestamp": "1614265330",
			"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		});
	});

	it("uses any other secret as raw bytes, is one of several with a second secret, and is omitted without one", () => {
		const message = { id: "msg_1", body: "{}" };
		const signed = (secret: string) =>
			`v1,${createHmac("sha256", secret).update("msg_1.1772625600.{}").digest("base64")}`;
		const [current, previous] = ["sixteen letters!", "the one before it"];
		const both = signatureHeaders([current, previous], message, at)["webhook-signature"];
		expect(both).toBe(`${signed(current)} ${signed(previous)}`);
		expect(Object.keys(signatureHeaders([], message, at))).toEqual(["webhook-id", "webhook-timestamp"]);
	});
});

it.each([
	["7", 7000],
	["0", 0],
	["0.5", 500],
	["Wed, 04 Mar 2026 12:01:00 GMT", 59_500],
	["Wed, 04 Mar 2020 12:01:00 GMT", 0],
	["99999999999", 86_400_000],
	["-1", 0],
	["soon", undefined],
	["", undefined],
	[null, undefined],
])("for Retry-After %j the pause is %s ms", (header, expected) => {
	expect(readRetryAfter(header, at)).toBe(expected);
});
