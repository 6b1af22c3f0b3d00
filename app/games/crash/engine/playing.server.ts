import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES, type Language } from "~/i18n/languages";
import type { Hub } from "~/live/hub.server";
import { LOBBY_TOPIC, type Playing } from "../../lobby/lobby-topic";
import { nameOf } from "./alias";
import type { LiveState } from "./view";

const MAX_NAMES = 5;

/**
 * Who plays the live game now: the players of the flight, or of the last one while the next round waits. Publishes each change to
 * the lobby. Names that are new in each round are only counted.
 */
export function createPlaying(hub: Pick<Hub, "publish">) {
	let known: Playing = null;
	return {
		/** Null while nobody plays. */
		now: () => known,
		/** Forgets the last flight: its names may be hidden now. */
		clear() {
			if (known === null) return;
			known = null;
			hub.publish(LOBBY_TOPIC, "playing", null);
		},
		update({ round, bets, totals }: Pick<LiveState, "round" | "bets" | "totals">) {
			if (round?.phase === "waiting") return;
			const lines = LANGUAGES.map((language) => [language, lineOf({ bets, totals }, language)] as const);
			const next =
				round && totals.players > 0 ? (Object.fromEntries(lines) as Record<Language, string>) : null;
			if (JSON.stringify(next) === JSON.stringify(known)) return;
			known = next;
			hub.publish(LOBBY_TOPIC, "playing", next);
		},
	};
}

function lineOf({ bets, totals }: Pick<LiveState, "bets" | "totals">, language: Language): string {
	const { t } = i18nIn(language);
	const names = bets
		.filter(({ player }) => !("pseudonym" in player))
		.slice(0, MAX_NAMES)
		// Isolates, so that a name cannot change the direction of the line.
		.map(({ player }) => `\u2068${nameOf(player, t)}\u2069`);
	return [t("lobby.playing", { count: totals.players }), names.join(", ")].filter(Boolean).join(": ");
}
