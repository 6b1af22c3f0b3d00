import { useEffect, useState } from "react";
import type { Language } from "~/i18n/languages";
import { useStates } from "~/live/live";
import { type LiveSwitch, LOBBY_TOPIC, type Playing, TOP_WINS_TOPIC } from "./lobby-topic";
import type { TopWin } from "./top-wins.server";

interface LobbyState {
	wins: TopWin[];
	live: LiveSwitch;
	playing: Playing;
}

/** Subscribes to the topics of the lobby. Returns the loaded state with the later events applied; a reload replaces it. */
export function useLobbyEvents(loaded: LobbyState, language: Language): LobbyState {
	const [state, setState] = useState<LobbyState>(loaded);
	useEffect(() => setState(loaded), [loaded]);
	const change = (part: Partial<LobbyState>) => setState((known) => ({ ...known, ...part }));
	useStates(LOBBY_TOPIC, {
		"live-crash": (live) => change({ live }),
		playing: (playing) => change({ playing }),
	});
	useStates(TOP_WINS_TOPIC, { changed: (wins) => change({ wins: wins[language] }) });
	return state;
}
