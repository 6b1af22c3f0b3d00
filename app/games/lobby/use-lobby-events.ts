import { useEffect, useState } from "react";
import type { Language } from "~/i18n/languages";
import { useTopic } from "~/live/live";
import { LOBBY_TOPIC } from "./lobby-topic";
import type { TopWin } from "./top-wins";

interface News {
	wins: TopWin[];
	/** Whether the live game runs. */
	liveActive: boolean;
}

/** What the lobby was loaded with, and what has happened since. */
export function useLobbyEvents(loaded: News, language: Language): News {
	const [news, setNews] = useState<News>(loaded);
	useEffect(() => setNews(loaded), [loaded]);
	useTopic(LOBBY_TOPIC, {
		"live-crash": ({ active }) => setNews((known) => ({ ...known, liveActive: active })),
		"top-wins": (wins) => setNews((known) => ({ ...known, wins: wins[language] })),
	});
	return news;
}
