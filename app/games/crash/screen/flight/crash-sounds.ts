import { arpeggio, type SoundSet } from "../../../sound/sounds";
import { START } from "../../engine/curve";

export type CrashSound =
	| "bet"
	| "count"
	| "start"
	| "climb"
	| "crash"
	| "cashOut"
	| "bigCashOut"
	| "hugeCashOut";

/** Doublings of the multiplier to one octave: at 1,000x the ticks are three octaves and a third above the start. */
const DOUBLINGS_PER_OCTAVE = 3;

/** The pitch of the ticks of a flight, relative to the start: it rises evenly with log2 of the multiplier in hundredths. */
export const climbPitch = (multiplier: number): number =>
	2 ** (Math.log2(Math.max(multiplier, START) / START) / DOUBLINGS_PER_OCTAVE);

/**
 * The sounds of Crash: a placed bet, the last seconds before the start, the start, the ticks of a flight at the pitch of
 * {@link climbPitch}, the explosion, and the player's cash-out by its size.
 */
export const CRASH_SOUNDS: SoundSet<CrashSound> = {
	bet: {
		tones: [
			{ hertz: 392, seconds: 0.1, loudness: 0.07, shape: "triangle" },
			{ hertz: 523, seconds: 0.16, loudness: 0.07, shape: "triangle", delay: 0.07 },
		],
	},
	count: { tones: [{ hertz: 520, seconds: 0.09, loudness: 0.05, shape: "triangle" }] },
	start: {
		tones: [
			...arpeggio([330, 440, 660], 0.07, { seconds: 0.3, loudness: 0.06 }),
			{ hertz: 300, to: 1800, seconds: 0.9, loudness: 0.05, shape: "noise" },
		],
	},
	climb: { tones: [{ hertz: 220, seconds: 0.09, loudness: 0.025 }], gapMs: 250 },
	crash: {
		tones: [
			{ hertz: 92, to: 50, seconds: 0.7, loudness: 0.16, shape: "sawtooth" },
			{ hertz: 61, to: 36, seconds: 1, loudness: 0.18, shape: "square" },
			{ hertz: 1200, to: 200, seconds: 1.1, loudness: 0.2, shape: "noise" },
		],
	},
	cashOut: { tones: arpeggio([659, 784, 1047], 0.08, { seconds: 0.35, loudness: 0.09 }) },
	bigCashOut: {
		tones: [
			...arpeggio([523, 659, 784, 1047, 1319], 0.08, { seconds: 0.45, loudness: 0.09 }),
			...arpeggio([1047, 1319, 1568], 0.05, { seconds: 0.6, loudness: 0.05, shape: "triangle" }, 0.45),
		],
	},
	hugeCashOut: {
		tones: [
			...arpeggio([392, 523, 659, 784, 1047, 1319, 1568], 0.09, { seconds: 0.6, loudness: 0.09 }),
			...arpeggio([523, 659, 784], 0, { seconds: 1.6, loudness: 0.06, shape: "triangle" }, 0.7),
			...arpeggio([2093, 1568, 2093, 1568, 2093], 0.12, { seconds: 0.3, loudness: 0.04 }, 0.8),
			{ hertz: 2500, to: 6000, seconds: 1.4, loudness: 0.05, shape: "noise", delay: 0.6 },
		],
	},
};
