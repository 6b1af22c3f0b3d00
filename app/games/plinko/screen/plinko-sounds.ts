import type { Tier } from "../../instant/tiers";
import { arpeggio, type Sound, type SoundSet } from "../../sound/sounds";

/** `land` is followed by the tier of the slot, `win` by the size of the win. */
export type PlinkoSound = "peg" | "drop" | `land${Tier}` | "win2" | "win10" | "win26" | "win100";

/** A marimba: a struck bar and its overtone, higher for higher multipliers. */
const bar = (hertz: number, loudness: number): Sound => ({
	tones: [
		{ hertz, seconds: 0.26, loudness },
		{ hertz: hertz * 4, seconds: 0.07, loudness: loudness * 0.3, shape: "triangle" },
	],
	gapMs: 40,
});

const CHIME = [523, 659, 784, 1047];
const CHORD = [523, 659, 784];
const RISE = [262, 330, 392, 523, 659, 784, 1047, 1319, 1568];

/** The sounds of Plinko. Wins grow from a chime to a fanfare. */
export const PLINKO_SOUNDS: SoundSet<PlinkoSound> = {
	peg: { tones: [{ hertz: 1500, seconds: 0.03, loudness: 0.04, shape: "triangle" }], gapMs: 25 },
	drop: { tones: [{ hertz: 240, to: 620, seconds: 0.16, loudness: 0.08 }] },
	land1: bar(1047, 0.16),
	land2: bar(784, 0.14),
	land3: bar(659, 0.12),
	land4: bar(523, 0.11),
	land5: bar(440, 0.1),
	land6: bar(294, 0.08),
	land7: { ...bar(196, 0.07), gapMs: 60 },
	win2: { tones: arpeggio(CHIME, 0.09, { seconds: 0.4, loudness: 0.1 }) },
	win10: {
		tones: [
			...arpeggio(CHIME, 0.08, { seconds: 0.35, loudness: 0.12, shape: "triangle" }),
			...arpeggio(CHORD, 0, { seconds: 0.9, loudness: 0.07 }, 0.36),
		],
	},
	win26: {
		tones: [
			...arpeggio(RISE, 0.07, { seconds: 0.4, loudness: 0.12, shape: "triangle" }),
			...arpeggio([523, 659, 784, 1047], 0, { seconds: 1.6, loudness: 0.07 }, 0.66),
			{ hertz: 2400, to: 6000, seconds: 1.2, loudness: 0.05, shape: "noise", delay: 0.3 },
		],
	},
	win100: {
		tones: [
			{ hertz: 65, to: 40, seconds: 1.1, loudness: 0.3, shape: "triangle" },
			{ hertz: 900, to: 5000, seconds: 0.7, loudness: 0.1, shape: "noise" },
			...arpeggio([...RISE, 2093], 0.09, { seconds: 0.5, loudness: 0.13, shape: "triangle" }, 0.15),
			...arpeggio([392, 494, 587], 0, { seconds: 0.5, loudness: 0.08 }, 1.1),
			...arpeggio([523, 659, 784, 1047, 1568], 0, { seconds: 2.6, loudness: 0.08 }, 1.6),
			...arpeggio([1568, 2093, 1568, 2637], 0.16, { seconds: 0.4, loudness: 0.05 }, 2),
		],
	},
};
