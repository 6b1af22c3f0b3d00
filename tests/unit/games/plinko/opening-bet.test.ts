import { describe, expect, it } from "vitest";
import { BALL_PRESETS, MAX_BALLS, openingBet, STAKES, STATED_RTP } from "~/games/plinko/engine/plinko";
import { RELEASE_MS } from "~/games/plinko/screen/board/drop-player";
import { DEMO_POINTS } from "~/games/wallet";

it("offers the specified stakes and numbers of balls", () => {
	expect([STAKES, BALL_PRESETS, MAX_BALLS]).toEqual([[10, 20, 50, 100], [1, 5, 10, 25, 50], 50]);
});

it("releases balls 150 ms apart, starts a demo with 1000 points and states an RTP of 97.5%", () => {
	expect([RELEASE_MS, DEMO_POINTS, STATED_RTP]).toEqual([150, 1000, 0.975]);
});

describe("the initial bet of the form", () => {
	const open = (search: string) => openingBet(new URLSearchParams(search));

	it("is one ball of 10 by default", () => {
		expect(open("")).toEqual({ stake: 10, balls: 1 });
	});

	it("follows valid URL parameters and ignores others", () => {
		expect(open("stake=50&setBalls=25")).toEqual({ stake: 50, balls: 25 });
		for (const search of ["stake=30&setBalls=51", "stake=x&setBalls=0", "stake=-10&setBalls=-1"])
			expect(open(search), search).toEqual({ stake: 10, balls: 1 });
	});
});
