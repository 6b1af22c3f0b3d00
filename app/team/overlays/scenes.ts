import { overlayOptionsIn } from "~/bonus-hunt/screen/overlay-options";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "~/i18n/languages";

/** What an overlay can show, in the order of its address. */
export const SCENES = [
	...(["alerts", "hunt", "crash", "board", "goal", "code", "raffle", "tournament", "prediction"] as const),
] as const;
export type Scene = (typeof SCENES)[number];

/** Scenes that the browser draws, from the events of the stream. The others come as HTML. */
const DRAWN: readonly Scene[] = ["alerts", "crash"];
export type RenderedScene = Exclude<Scene, "alerts" | "crash">;
export const isRendered = (scene: Scene): scene is RenderedScene => !DRAWN.includes(scene);

/** The events of the stream by scene. After one of a rendered scene, the browser loads the scenes again. */
export const EVENTS: Record<Scene, readonly string[]> = {
	alerts: ["alerts.queue"],
	hunt: ["bonus-hunt.changed"],
	crash: ["live-crash.state", "live-crash.phase", "live-crash.bets", "live-crash.tick"],
	board: ["top-wins.changed", "tournament.changed"],
	goal: ["store.items"],
	code: [],
	raffle: ["raffles.changed"],
	tournament: ["tournament.changed"],
	prediction: ["predictions.changed"],
};

/**
 * ms for which sources share a rendered scene. A browser waits longer than that before it loads the scenes after an event, so that it sees
 * what the event reports.
 */
export const SHARED_MS = 400;

/** What the scenes' address answers. Times are Unix time in ms. */
export interface RenderedScenes {
	now: number;
	/** Of the page: one with another version loads itself again. */
	version: string;
	/** HTML by scene; empty for one with nothing to show. */
	html: Partial<Record<RenderedScene, string>>;
}

/** What the script of the page needs, in `data-options`. */
export interface PageOptions {
	scenes: readonly Scene[];
	language: Language;
	scale: number;
	version: string;
	/** Messages by key, with placeholders such as `{{shown}}`. */
	texts: Readonly<Record<string, string>>;
}

/**
 * Reads the address of an overlay: `scenes` with commas, all of them if it names none; `lang`; `scale` and `theme` as for the hunt's
 * overlay.
 */
export function optionsIn(search: URLSearchParams) {
	const named = search.get("scenes")?.split(",") ?? [];
	const scenes = [...new Set(named)].flatMap((name) => SCENES.find((scene) => scene === name) ?? []);
	const language = search.get("lang");
	const { scale, theme } = overlayOptionsIn(search);
	return {
		...{ scale, theme, scenes: scenes.length > 0 ? scenes : SCENES },
		language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
	};
}
