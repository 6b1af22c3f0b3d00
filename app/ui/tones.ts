export interface Tone {
	hertz: number;
	seconds: number;
	/** 0 to 1. */
	loudness: number;
	shape?: OscillatorType;
	/** Seconds from now. */
	delay?: number;
}

/** Tones of oscillators. Nothing here ever throws; without Web Audio all stays silent. */
export interface Tones {
	/** Off until switched on: a page may not sound by itself. */
	enabled: boolean;
	play(tone: Tone): void;
	/** Gives the audio device back. */
	close(): void;
}

/** Takes no audio device until the first tone is heard. */
export function createTones(): Tones {
	let context: AudioContext | undefined;
	const tones: Tones = {
		enabled: false,
		play(tone) {
			if (!tones.enabled || typeof AudioContext === "undefined") return;
			try {
				context ??= new AudioContext();
				// Browsers suspend sound until the visitor has done something.
				if (context.state === "suspended") context.resume().catch(() => undefined);
				if (context.state !== "closed") sound(context, tone);
			} catch {
				tones.enabled = false;
			}
		},
		close() {
			context?.close().catch(() => undefined);
			context = undefined;
		},
	};
	return tones;
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
