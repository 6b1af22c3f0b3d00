import { describe, expect, it } from "vitest";
import { type Demo, lastDemoRound, newDemo, playDemo, readDemo } from "~/games/plinko/engine/demo.server";
import { totalPayout } from "~/games/plinko/engine/plinko";
import { createSignedCookie } from "~/http/signed-cookie.server";

const SECRET = "a secret for the tests, long enough";
const cookie = createSignedCookie<Demo>({
	name: "plinko-demo",
	secret: SECRET,
	secure: false,
	maxAgeSeconds: 60,
});
const play = (demo: Demo, idempotencyKey: string, stake = 10, balls = 5) =>
	playDemo(SECRET, demo, { idempotencyKey, stake, balls });

/** A request with the cookie that was set. */
const requestWith = (setCookie: string) =>
	new Request("http://site.example/", { headers: { Cookie: setCookie.split(";", 1)[0] ?? "" } });

describe("a demo round", () => {
	it("costs its stakes and pays the payouts of its slots", () => {
		const { demo, round } = play(newDemo(), "one", 20, 10);
		expect(round.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		expect(play(newDemo(), "one", 20, 10).round.id).toBe(round.id);
		expect(play(newDemo(), "two", 20, 10).round.id).not.toBe(round.id);
		expect(round).toMatchObject({ stake: 20, payout: totalPayout(20, round.slots) });
		expect(round.slots).toHaveLength(10);
		expect(demo).toEqual({
			points: 1000 - 200 + round.payout,
			totals: { staked: 200, won: round.payout, balls: 10 },
			last: { idempotencyKey: "one", stake: 20, balls: 10 },
		});
	});

	it("is drawn and charged once per idempotency key, for the same stake and number of balls", () => {
		const first = play(newDemo(), "one", 10, 5);
		expect(play(first.demo, "one", 10, 5)).toEqual(first);
		for (const [stake, balls] of [
			[20, 5],
			[10, 6],
		] as const) {
			expect(() => play(first.demo, "one", stake, balls)).toThrow("idempotencyKeyReused");
		}
	});

	it("differs for another idempotency key and for another secret", () => {
		const one = play(newDemo(), "one", 10, 50).round.slots;
		expect(play(newDemo(), "two", 10, 50).round.slots).not.toEqual(one);
		const other = playDemo("another secret", newDemo(), { idempotencyKey: "one", stake: 10, balls: 50 });
		expect(other.round.slots).not.toEqual(one);
	});

	it("can spend the last demo point and not one more", () => {
		const lowDemo = { ...newDemo(), points: 50 };
		expect(play(lowDemo, "one", 10, 5).demo.points).toBe(play(newDemo(), "one", 10, 5).round.payout);
		expect(() => play({ ...lowDemo, points: 49 }, "one", 10, 5)).toThrow("insufficientPoints");
	});
});

it("a demo round has the maximum bet of the game, and a repeat of an earlier one is answered", () => {
	const form = { idempotencyKey: "one", stake: 20, balls: 5 };
	const first = playDemo(SECRET, newDemo(), form);
	expect(playDemo(SECRET, first.demo, form, 50)).toEqual(first);
	expect(() => playDemo(SECRET, newDemo(), form, 50)).toThrow("betTooHigh");
});

describe("a visitor's demo account", () => {
	it("starts with 1000 points without a cookie", () => {
		expect(readDemo(cookie, new Request("http://site.example/"))).toEqual(newDemo());
		expect(newDemo().points).toBe(1000);
	});

	it("is read from the cookie that the site has set", () => {
		const { demo, round } = play(newDemo(), "one");
		const read = readDemo(cookie, requestWith(cookie.write(demo)));
		expect(read).toEqual(demo);
		expect(lastDemoRound(SECRET, read)).toEqual(round);
		expect(lastDemoRound(SECRET, newDemo())).toBeUndefined();
		expect(JSON.stringify(demo)).not.toMatch(/slot|seed/i);
	});

	it("is reset when the cookie was tampered with", () => {
		const forged = Buffer.from(JSON.stringify({ ...newDemo(), points: 999_999 })).toString("base64url");
		const [, signature] = cookie.write(newDemo()).split(";", 1)[0]?.split(".") ?? [];
		expect(readDemo(cookie, requestWith(`plinko-demo=${forged}.${signature}`))).toEqual(newDemo());
	});
});
