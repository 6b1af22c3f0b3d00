import { useEffect, useState } from "react";
import { useKeptStream } from "~/live/live";
import { useSoundChoice } from "./sound-choice";
import { createSounds, type SoundSet } from "./sounds";

/**
 * Returns the function that plays a sound of a game, at the volume that the visitor has chosen in the panel of
 * `SoundControl`.
 * @param set the game's sounds; later values are ignored.
 */
export function useSounds<Name extends string>(set: SoundSet<Name>) {
	const { isOn, volume } = useSoundChoice();
	// Somebody may listen while another page is in front.
	useKeptStream(isOn ? "whenHidden" : undefined);
	const [sounds] = useState(() => createSounds(set));
	useEffect(() => sounds.close, [sounds]);
	useEffect(() => sounds.setVolume(isOn ? volume / 100 : 0), [sounds, isOn, volume]);
	return sounds.play;
}
