import { describe, expect, it } from "vitest";
import { type Demo, newDemo, playDemo, readDemo, readDemoPlayer } from "~/games/instant/demo.server";
import { costOf } from "~/games/instant/rules";
import { plinko } from "~/games/plinko/game.server";
import { createSignedCookie } from "~/http/signed-cookie.server";
import { EACH } from "./games";

const SECRET = "a secret for the tests, long enough";
const options = { name: "games-demo", secret: SECRET, secure: false, maxAgeSeconds: 60 };
const cookie = createSignedCookie<Demo>(options);

/** A request with the cookie that was set. */
const requestWith = (setCookie: string) =>
	new Request("http://site.example/", { headers: { Cookie: setCookie.split(";", 1)[0] ?? "" } });

describe.each(EACH)("a demo round of %s", (id, game, bet, other) => {
	const play = (demo: Demo, idempotencyKey: string, input = bet, secret = SECRET) =>
		playDemo(secret, game, demo, { idempotencyKey, input });

	it("costs its stake and pays the payout of its outcome", () => {
		const { demo, round } = play(newDemo(), "one");
		expect(round.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		expect(round.payout).toBe(game.rules.payout(bet, round.outcome));
		const cost = costOf(round);
		expect(demo).toEqual({
			points: 1000 - cost + round.payout,
			played: {
				[id]: {
					totals: { staked: cost, won: round.payout, draws: round.outcome.length },
					last: { idempotencyKey: "one", input: bet },
				},
			},
		});
	});

	it("is drawn and charged once per idempotency key, for the same bet", () => {
		const first = play(newDemo(), "one");
		expect(play(first.demo, "one")).toEqual(first);
		expect(() => play(first.demo, "one", other)).toThrow("idempotencyKeyReused");
	});

	it("differs for another key, bet and secret, also with an old cookie", () => {
		// A single outcome may be equal by chance; the ids follow from the same values.
		const ids = [play(newDemo(), "one"), play(newDemo(), "two"), play(newDemo(), "one", other)];
		ids.push(play(newDemo(), "one", bet, "another secret"));
		expect(new Set(ids.map(({ round }) => round.id)).size).toBe(4);
		const outcomes = (input: typeof bet) =>
			Array.from({ length: 20 }, (_, turn) => play(newDemo(), String(turn), input).round.outcome[0]);
		expect(outcomes(bet)).not.toEqual(outcomes(other));
	});

	it("can spend the last demo point and not one more", () => {
		const { round } = play(newDemo(), "one");
		const cost = costOf(round);
		expect(play({ ...newDemo(), points: cost }, "one").demo.points).toBe(round.payout);
		expect(() => play({ ...newDemo(), points: cost - 1 }, "one")).toThrow("insufficientPoints");
	});

	it("is read from the cookie that the site has set, which contains no outcome", () => {
		const { demo, round } = play(newDemo(), "one");
		const read = readDemo(cookie, requestWith(cookie.write(demo)));
		expect(read).toEqual(demo);
		expect(readDemoPlayer(SECRET, game, read).lastRound).toEqual(round);
		expect(readDemoPlayer(SECRET, game, newDemo()).lastRound).toBeUndefined();
		expect(JSON.stringify(demo)).not.toMatch(/outcome|seed/i);
	});
});

it("a demo round has the maximum bet of the game, and a repeat of an earlier one is answered", () => {
	const form = { idempotencyKey: "one", input: { stake: 20, balls: 5 } };
	const first = playDemo(SECRET, plinko, newDemo(), form);
	expect(playDemo(SECRET, plinko, first.demo, form, 50)).toEqual(first);
	expect(() => playDemo(SECRET, plinko, newDemo(), form, 50)).toThrow("betTooHigh");
});

describe("a visitor's demo account", () => {
	it("starts with 1000 points without a cookie, for all games together", () => {
		let demo = readDemo(cookie, new Request("http://site.example/"));
		expect([demo, demo.points]).toEqual([newDemo(), 1000]);
		let points = 1000;
		for (const [, game, input] of EACH) {
			const played = playDemo(SECRET, game, demo, { idempotencyKey: "one", input });
			points += played.round.payout - costOf(played.round);
			demo = played.demo;
		}
		expect([demo.points, Object.keys(demo.played)]).toEqual([points, EACH.map(([id]) => id)]);
	});

	it("is reset when the cookie was tampered with", () => {
		const forged = Buffer.from(JSON.stringify({ ...newDemo(), points: 999_999 })).toString("base64url");
		const [, signature] = cookie.write(newDemo()).split(";", 1)[0]?.split(".") ?? [];
		expect(readDemo(cookie, requestWith(`games-demo=${forged}.${signature}`))).toEqual(newDemo());
	});
});
