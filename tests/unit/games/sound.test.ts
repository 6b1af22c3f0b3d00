import { describe, expect, it } from "vitest";
import { parseSoundChoice } from "~/games/sound/sound-choice";
import { arpeggio, createSounds } from "~/games/sound/sounds";
import type { Tone } from "~/games/sound/tones";

function setUp() {
	const played: Tone[] = [];
	const clock = { ms: 0 };
	const tones = { volume: 0, play: (tone: Tone) => void played.push(tone), close() {} };
	const tick: Tone = { hertz: 1500, seconds: 0.03, loudness: 0.04 };
	const set = { tick: { tones: [tick], gapMs: 25 }, win: { tones: arpeggio([1, 2], 0.1, tick) } };
	return { played, clock, sounds: createSounds(set, tones, () => clock.ms) };
}

describe("a game's sounds", () => {
	it("are silent until a volume is set", () => {
		const { played, sounds } = setUp();
		sounds.play("tick");
		expect(played).toEqual([]);
		sounds.setVolume(0.5);
		sounds.play("tick");
		expect(played).toHaveLength(1);
	});

	it("are played again only after their gap, each sound on its own", () => {
		const { played, clock, sounds } = setUp();
		sounds.setVolume(1);
		for (clock.ms = 0; clock.ms < 100; clock.ms += 5) sounds.play("tick");
		expect(played).toHaveLength(4);
		sounds.play("win");
		sounds.play("win");
		expect(played).toHaveLength(8);
		expect(played.slice(-2).map(({ hertz, delay }) => [hertz, delay])).toEqual([
			[1, 0],
			[2, 0.1],
		]);
	});
});

it.each([
	[null, false, 60],
	["off", false, 60],
	["on", true, 60],
	["on 25", true, 25],
	["off 5", false, 5],
	["on 0", true, 1],
	["on 999", true, 100],
	["loud", false, 60],
])("the stored choice %j is read as on %s, volume %i", (stored, isOn, volume) => {
	expect(parseSoundChoice(stored)).toEqual({ isOn, volume });
});
