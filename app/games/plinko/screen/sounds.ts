import { createTones } from "~/ui/tones";
import type { Tier } from "../engine/tiers";

/** The board's sounds. */
export interface Sounds {
	/** Off until switched on: a page may not sound by itself. */
	enabled: boolean;
	/** A ball touches a peg; played at most every 25 ms. */
	tick(): void;
	/** A ball comes to rest in a slot of this tier: the hotter, the higher. */
	land(tier: Tier): void;
	/** A drop won. */
	win(): void;
	/** Gives the audio device back. */
	close(): void;
}

const TICK_GAP_MS = 25;
const LAND_GAP_MS = 40;
/** Steps of a pentatonic scale over 220 Hz, for tiers 1 to 7. */
const LANDING_HZ: Record<Tier, number> = { 1: 880, 2: 733, 3: 660, 4: 550, 5: 440, 6: 330, 7: 262 };
const CHIME_HZ = [523, 659, 784, 1047];

export function createSounds(now: () => number = () => performance.now()): Sounds {
	const tones = createTones();
	let lastTick = Number.NEGATIVE_INFINITY;
	let lastLanding = Number.NEGATIVE_INFINITY;
	return {
		get enabled() {
			return tones.enabled;
		},
		set enabled(on) {
			tones.enabled = on;
		},
		tick() {
			if (now() - lastTick < TICK_GAP_MS) return;
			lastTick = now();
			tones.play({ hertz: 1500, seconds: 0.03, loudness: 0.035, shape: "triangle" });
		},
		land(tier) {
			if (now() - lastLanding < LAND_GAP_MS) return;
			lastLanding = now();
			tones.play({ hertz: LANDING_HZ[tier], seconds: 0.22, loudness: 0.1 });
		},
		win() {
			CHIME_HZ.forEach((hertz, at) => {
				tones.play({ hertz, seconds: 0.4, loudness: 0.09, delay: at * 0.09 });
			});
		},
		close: tones.close,
	};
}
