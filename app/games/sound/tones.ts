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

/** Plays synthesised tones. Never throws: without Web Audio, or after an error of it, it is silent. */
export interface Tones {
	/** From 0 to 1. 0 at first, because a page must not make a sound before the visitor allows it. */
	volume: number;
	/** Does nothing at volume 0. */
	play(tone: Tone): void;
	/** Releases the audio device. A later `play` acquires it again. */
	close(): void;
}

/** Creates a player, which acquires an audio device at the first tone. */
export function createTones(): Tones {
	let context: AudioContext | undefined;
	let output: AudioNode | undefined;
	const tones: Tones = {
		volume: 0,
		play(tone) {
			if (tones.volume <= 0 || typeof AudioContext === "undefined") return;
			try {
				context ??= new AudioContext();
				output ??= limited(context);
				// Browsers suspend sound until the visitor interacts with the page.
				if (context.state === "suspended") context.resume().catch(() => undefined);
				// Loudness is heard on a curve: squared, half of the slider sounds half as loud.
				if (context.state !== "closed") sound(context, output, tone, tones.volume ** 2);
			} catch {
				tones.volume = 0;
			}
		},
		close() {
			context?.close().catch(() => undefined);
			context = undefined;
			output = undefined;
		},
	};
	return tones;
}

/** Many tones at once would distort without a compressor. */
function limited(context: AudioContext): AudioNode {
	const compressor = context.createDynamicsCompressor();
	compressor.connect(context.destination);
	return compressor;
}

function sound(context: AudioContext, output: AudioNode, tone: Tone, volume: number): void {
	const { hertz, to = hertz, seconds, loudness, shape = "sine", delay = 0 } = tone;
	const begin = context.currentTime + delay;
	const end = begin + seconds;
	const envelope = context.createGain();
	envelope.gain.setValueAtTime(0.0001, begin);
	envelope.gain.exponentialRampToValueAtTime(Math.max(0.0002, loudness * volume), begin + 0.006);
	envelope.gain.exponentialRampToValueAtTime(0.0001, end);
	envelope.connect(output);
	const source = shape === "noise" ? context.createBufferSource() : context.createOscillator();
	const pitch = "type" in source ? source.frequency : undefined;
	if ("type" in source) {
		source.type = shape as OscillatorType;
		source.connect(envelope);
	} else {
		const band = context.createBiquadFilter();
		band.type = "bandpass";
		glide(band.frequency, hertz, to, begin, end);
		source.buffer = hiss(context);
		source.loop = true;
		source.connect(band).connect(envelope);
	}
	if (pitch) glide(pitch, hertz, to, begin, end);
	source.start(begin);
	source.stop(end + 0.02);
}

function glide(parameter: AudioParam, from: number, to: number, begin: number, end: number): void {
	parameter.setValueAtTime(from, begin);
	if (to !== from) parameter.exponentialRampToValueAtTime(to, end);
}

let noise: AudioBuffer | undefined;

/** A quarter of a second of white noise, which is played in a loop. */
function hiss(context: AudioContext): AudioBuffer {
	if (noise?.sampleRate === context.sampleRate) return noise;
	const bytes = crypto.getRandomValues(new Uint8Array(context.sampleRate / 4));
	noise = context.createBuffer(1, bytes.length, context.sampleRate);
	noise.copyToChannel(
		Float32Array.from(bytes, (byte) => byte / 127.5 - 1),
		0,
	);
	return noise;
}
