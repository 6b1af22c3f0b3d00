/** Hz and start in seconds of each note. */
const NOTES = [
	[659.3, 0],
	[987.8, 0.12],
] as const;
const SECONDS = 0.6;
const VOLUME = 0.15;

let context: AudioContext | undefined;

/** Plays two short notes. Silent where the browser allows no sound without a click. */
export function chime(): void {
	try {
		context ??= new AudioContext();
		context.resume().catch(() => {});
		for (const [frequency, start] of NOTES) {
			const at = context.currentTime + start;
			const [note, volume] = [context.createOscillator(), context.createGain()];
			note.frequency.value = frequency;
			volume.gain.setValueAtTime(VOLUME, at);
			volume.gain.exponentialRampToValueAtTime(0.001, at + SECONDS);
			note.connect(volume).connect(context.destination);
			note.start(at);
			note.stop(at + SECONDS);
		}
	} catch {
		// No sound device.
	}
}
