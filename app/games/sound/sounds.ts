import { createTones, type Tone, type Tones } from "./tones";

/** A sound of a game: tones that are played together. */
export interface Sound {
	tones: readonly Tone[];
	/** The sound is played again after this time at the earliest. By default it always is. */
	gapMs?: number;
}

/** The sounds of one game by their names. */
export type SoundSet<Name extends string> = Readonly<Record<Name, Sound>>;

/** Plays a game's sounds. Never throws. */
export interface Sounds<Name extends string> {
	/** Sets the volume, from 0 (silent, as at first) to 1. */
	setVolume(volume: number): void;
	/**
	 * Does nothing at volume 0, or within the sound's `gapMs`.
	 * @param pitch multiplies the pitch of each tone; by default 1.
	 */
	play(name: Name, pitch?: number): void;
	/** Releases the audio device. A later `play` acquires it again. */
	close(): void;
}

/** Creates the player of a game's sounds. @param now current time in ms. */
export function createSounds<Name extends string>(
	set: SoundSet<Name>,
	tones: Tones = createTones(),
	now: () => number = () => performance.now(),
): Sounds<Name> {
	const lastAt = new Map<Name, number>();
	return {
		setVolume(volume) {
			tones.volume = volume;
		},
		play(name, pitch = 1) {
			if (tones.volume <= 0) return;
			const { gapMs = 0, tones: parts } = set[name];
			const at = now();
			if (at - (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < gapMs) return;
			lastAt.set(name, at);
			for (const tone of parts) tones.play(pitch === 1 ? tone : atPitch(tone, pitch));
		},
		close: () => tones.close(),
	};
}

const atPitch = (tone: Tone, pitch: number): Tone => ({
	...tone,
	hertz: tone.hertz * pitch,
	...(tone.to !== undefined && { to: tone.to * pitch }),
});

/** Tones of the same kind, one after the other. @param stepSeconds from the start of one to the next. */
export const arpeggio = (
	hertz: readonly number[],
	stepSeconds: number,
	tone: Omit<Tone, "hertz">,
	delay = 0,
): Tone[] => hertz.map((pitch, at) => ({ ...tone, hertz: pitch, delay: delay + at * stepSeconds }));
