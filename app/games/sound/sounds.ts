/** One note, or with the shape `noise` one hiss, of a sound. */
export interface Tone {
	/** The pitch; for noise the middle of the band that is heard. */
	hertz: number;
	/** The pitch at the end, to which the tone glides; by default `hertz`. */
	to?: number;
	/** Duration. */
	seconds: number;
	/** At full volume, above 0, at most 1. */
	loudness: number;
	/** By default a sine wave. */
	shape?: OscillatorType | "noise";
	/** Seconds from now; by default 0. */
	delay?: number;
}

/** A sound of a game: tones that are played together. */
export interface Sound {
	tones: readonly Tone[];
	/** The sound is played again after this time at the earliest. By default it always is. */
	gapMs?: number;
}

/** The sounds of one game by their names. */
export type SoundSet<Name extends string> = Readonly<Record<Name, Sound>>;

/** Tones of the same kind, one after the other. @param stepSeconds from the start of one to the next. */
export const arpeggio = (
	hertz: readonly number[],
	stepSeconds: number,
	tone: Omit<Tone, "hertz">,
	delay = 0,
): Tone[] => hertz.map((pitch, at) => ({ ...tone, hertz: pitch, delay: delay + at * stepSeconds }));

/** Creates the player of a game's sounds, which acquires an audio device at the first one. It never throws. */
export function createSounds<Name extends string>(set: SoundSet<Name>) {
	const lastAt = new Map<Name, number>();
	/** 0 at first, because a page must not make a sound before the visitor allows it. */
	let volume = 0;
	let output: AudioNode | undefined;
	return {
		/** Sets the volume, from 0 (silent) to 1. */
		setVolume(chosen: number) {
			volume = chosen;
		},
		/**
		 * Does nothing at volume 0, or within the sound's `gapMs`.
		 * @param pitch multiplies the pitch of each tone; by default 1.
		 */
		play(name: Name, pitch = 1) {
			const { gapMs = 0, tones } = set[name];
			const at = performance.now();
			if (volume <= 0 || at - (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < gapMs) return;
			lastAt.set(name, at);
			try {
				output ??= openOutput();
				const context = output.context as AudioContext;
				// Browsers suspend sound until the visitor interacts with the page.
				if (context.state === "suspended") context.resume().catch(() => undefined);
				// Loudness is heard on a curve: squared, half of the slider sounds half as loud.
				for (const tone of tones) playTone(output, tone, pitch, volume ** 2);
			} catch {
				// Without Web Audio, or after an error of it.
				volume = 0;
			}
		},
		/** Releases the audio device. A later `play` acquires it again. */
		close() {
			(output?.context as AudioContext | undefined)?.close().catch(() => undefined);
			output = undefined;
		},
	};
}

/** Many tones at once would distort without a compressor. */
function openOutput(): AudioNode {
	const context = new AudioContext();
	const compressor = context.createDynamicsCompressor();
	compressor.connect(context.destination);
	return compressor;
}

function playTone(output: AudioNode, tone: Tone, pitch: number, volume: number): void {
	const { hertz, to = hertz, seconds, loudness, shape = "sine", delay = 0 } = tone;
	const { context } = output;
	const begin = context.currentTime + delay;
	const end = begin + seconds;
	const envelope = context.createGain();
	envelope.gain.setValueAtTime(0.0001, begin);
	envelope.gain.exponentialRampToValueAtTime(Math.max(0.0002, loudness * volume), begin + 0.006);
	envelope.gain.exponentialRampToValueAtTime(0.0001, end);
	envelope.connect(output);
	const [source, frequency] = shape === "noise" ? hissInto(envelope) : waveInto(envelope, shape);
	frequency.setValueAtTime(hertz * pitch, begin);
	if (to !== hertz) frequency.exponentialRampToValueAtTime(to * pitch, end);
	source.start(begin);
	source.stop(end + 0.02);
}

function waveInto(target: AudioNode, shape: OscillatorType): [AudioScheduledSourceNode, AudioParam] {
	const wave = target.context.createOscillator();
	wave.type = shape;
	wave.connect(target);
	return [wave, wave.frequency];
}

function hissInto(target: AudioNode): [AudioScheduledSourceNode, AudioParam] {
	const band = target.context.createBiquadFilter();
	band.type = "bandpass";
	const source = target.context.createBufferSource();
	source.buffer = hiss(target.context);
	source.loop = true;
	source.connect(band).connect(target);
	return [source, band.frequency];
}

let noise: AudioBuffer | undefined;

/** A quarter of a second of white noise, which is played in a loop. */
function hiss(context: BaseAudioContext): AudioBuffer {
	if (noise?.sampleRate === context.sampleRate) return noise;
	const bytes = crypto.getRandomValues(new Uint8Array(context.sampleRate / 4));
	noise = context.createBuffer(1, bytes.length, context.sampleRate);
	noise.copyToChannel(
		Float32Array.from(bytes, (byte) => byte / 127.5 - 1),
		0,
	);
	return noise;
}
