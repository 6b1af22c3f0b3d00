import { useSyncExternalStore } from "react";

/** What the visitor has chosen for the sounds of all games. */
export interface SoundChoice {
	isOn: boolean;
	/** From 1 to 100; kept while the sound is off. */
	volume: number;
}

/** The key in localStorage. Its value is `on` or `off` and the volume, such as `on 60`. */
const SOUND_KEY = "sound";
const DEFAULT: SoundChoice = { isOn: false, volume: 60 };

/** Reads a stored choice; the default, which is off, for anything else. */
export function parseSoundChoice(stored: string | null): SoundChoice {
	const [, state, volume] = /^(on|off)(?: (\d{1,3}))?$/.exec(stored ?? "") ?? [];
	return {
		isOn: state === "on",
		volume: volume === undefined ? DEFAULT.volume : Math.min(100, Math.max(1, Number(volume))),
	};
}

let current: SoundChoice | undefined;
const listeners = new Set<() => void>();

function read(): SoundChoice {
	try {
		current ??= parseSoundChoice(localStorage.getItem(SOUND_KEY));
	} catch {
		// Storage is denied.
		current = DEFAULT;
	}
	return current;
}

function onStorage({ key }: StorageEvent): void {
	if (key !== SOUND_KEY) return;
	current = undefined;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) addEventListener("storage", onStorage);
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) removeEventListener("storage", onStorage);
	};
}

/** Stores a choice in this browser, for all games and tabs. Where storage is denied it lasts as long as the page. */
export function chooseSound(choice: SoundChoice): void {
	current = choice;
	try {
		localStorage.setItem(SOUND_KEY, `${choice.isOn ? "on" : "off"} ${choice.volume}`);
	} catch {
		// Storage is denied.
	}
	for (const listener of listeners) listener();
}

/** The visitor's choice; off on the server and during hydration. */
export const useSoundChoice = (): SoundChoice => useSyncExternalStore(subscribe, read, () => DEFAULT);
