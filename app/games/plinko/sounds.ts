import type { Tier } from "./tiers";

/** The board's sounds, made by oscillators. Nothing here ever throws; without Web Audio all stays silent. */
export interface Sounds {
	/** Off until switched on: a page may not sound by itself. */
	enabled: boolean;
	/** A ball touches a peg; at most one every 25 ms is heard. */
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

interface Tone {
	hertz: number;
	seconds: number;
	/** 0 to 1. */
	loudness: number;
	shape?: OscillatorType;
	/** Seconds from now. */
	delay?: number;
}

/** Takes no audio device until the first sound is heard. */
export function createSounds(now: () => number = () => performance.now()): Sounds {
	let context: AudioContext | undefined;
	let lastTick = Number.NEGATIVE_INFINITY;
	let lastLanding = Number.NEGATIVE_INFINITY;

	const play = (tone: Tone): void => {
		if (!sounds.enabled || typeof AudioContext === "undefined") return;
		try {
			context ??= new AudioContext();
			// Browsers suspend sound until the visitor has done something.
			if (context.state === "suspended") context.resume().catch(() => undefined);
			if (context.state !== "closed") sound(context, tone);
		} catch {
			sounds.enabled = false;
		}
	};

	const sounds: Sounds = {
		enabled: false,
		tick() {
			if (now() - lastTick < TICK_GAP_MS) return;
			lastTick = now();
			play({ hertz: 1500, seconds: 0.03, loudness: 0.035, shape: "triangle" });
		},
		land(tier) {
			if (now() - lastLanding < LAND_GAP_MS) return;
			lastLanding = now();
			play({ hertz: LANDING_HZ[tier], seconds: 0.22, loudness: 0.1 });
		},
		win() {
			CHIME_HZ.forEach((hertz, at) => {
				play({ hertz, seconds: 0.4, loudness: 0.09, delay: at * 0.09 });
			});
		},
		close() {
			context?.close().catch(() => undefined);
			context = undefined;
		},
	};
	return sounds;
}

function sound(context: AudioContext, { hertz, seconds, loudness, shape = "sine", delay = 0 }: Tone): void {
	const begin = context.currentTime + delay;
	const oscillator = context.createOscillator();
	const volume = context.createGain();
	oscillator.type = shape;
	oscillator.frequency.value = hertz;
	volume.gain.setValueAtTime(0.0001, begin);
	volume.gain.exponentialRampToValueAtTime(loudness, begin + 0.006);
	volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
	oscillator.connect(volume).connect(context.destination);
	oscillator.start(begin);
	oscillator.stop(begin + seconds + 0.02);
}
