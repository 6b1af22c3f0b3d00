import { describe, expect, it } from "vitest";
import { CRASH_SOUNDS, climbPitch } from "~/games/crash/screen/flight/crash-sounds";
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

it("a sound can be played at another pitch", () => {
	const { played, sounds } = setUp();
	sounds.setVolume(1);
	sounds.play("tick", 2);
	sounds.play("win", 1);
	expect(played.map(({ hertz, loudness }) => [hertz, loudness])).toEqual([
		[3000, 0.04],
		[1, 0.04],
		[2, 0.04],
	]);
});

describe("the ticks of a flight", () => {
	it("rise by an octave each time the multiplier has doubled three times", () => {
		const pitches = [100, 200, 400, 800, 6400].map(climbPitch);
		const expected = [1, 2 ** (1 / 3), 2 ** (2 / 3), 2, 4];
		for (const [at, pitch] of pitches.entries()) expect(pitch).toBeCloseTo(expected[at] ?? 0, 9);
		expect(climbPitch(0)).toBe(1);
		// Well within hearing at the highest multiplier.
		expect(220 * climbPitch(100_000)).toBeLessThan(2500);
	});

	it("come at most four times a second, however many frames there are, and not without sound", () => {
		const played: Tone[] = [];
		const clock = { ms: 0 };
		const tones = { volume: 0, play: (tone: Tone) => void played.push(tone), close() {} };
		const sounds = createSounds(CRASH_SOUNDS, tones, () => clock.ms);
		const fly = () => {
			for (let frame = 0; frame < 120; frame += 1, clock.ms += 1000 / 60) {
				sounds.play("climb", climbPitch(101 + frame));
			}
		};
		fly();
		expect(played).toEqual([]);
		sounds.setVolume(1);
		fly();
		const hertz = played.map((tone) => tone.hertz);
		expect(hertz.length).toBeGreaterThanOrEqual(7);
		expect(hertz.length).toBeLessThanOrEqual(8);
		expect(hertz).toEqual(hertz.toSorted((a, b) => a - b));
		expect(new Set(hertz).size).toBe(hertz.length);
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
