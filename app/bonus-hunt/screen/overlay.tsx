import { Target, Trophy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ShownHunt } from "../outside/shown-hunt";
import { CarouselLoop } from "./carousel-section";
import { OverlayEnd } from "./end/overlay-end";
import type { OverlayParts } from "./overlay-parts";
import { HuntTiles } from "./tiles";
import { useShownHunt } from "./use-shown-hunt";
import "../model/hunt.css";
import "./overlay.css";

interface Props {
	loaded: ShownHunt;
	/** The streamer's handle. */
	user: string;
	/** Starts loading the overlay's data again. */
	reload: () => void;
	parts: OverlayParts;
	language: Language;
}

/** The hunt for a broadcast: statistics and the carousel of slots, then its result. Empty while there is no hunt. */
export function Overlay({ loaded, user, reload, parts, language }: Props) {
	const { t } = useTranslation();
	const { local, statistics, slots } = useShownHunt(loaded, user, reload);
	const [motion, setMotion] = useState<"none" | "on">("none");
	useEffect(() => setMotion("on"), []);
	const isThere = local !== null || loaded.outside !== null;
	return (
		<main className="dark hunt-overlay" data-testid="overlay">
			<h1 className="sr-only">{t("hunt.title")}</h1>
			{isThere && local && parts.statistics ? (
				<p className="hunt-overlay__title">
					<span className="flex min-w-0 items-center gap-2 font-display text-xl font-extrabold">
						<Trophy aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
						<span className="break-words">{local.title}</span>
					</span>
					{local.guessing === "open" ? (
						<span className="flex items-center gap-1.5 font-semibold text-accent-text tabular-nums">
							<Target aria-hidden="true" className="size-4" />
							{t("hunt.guess.title")}:{" "}
							{t("hunt.guess.count", {
								count: local.guesses,
								guesses: formatPoints(local.guesses, language),
							})}
						</span>
					) : null}
				</p>
			) : null}
			{isThere && statistics && parts.statistics ? (
				<div className="hunt-overlay__statistics">
					<HuntTiles statistics={statistics} language={language} />
				</div>
			) : null}
			{loaded.last && parts.statistics ? (
				<OverlayEnd key={loaded.last.revision} hunt={loaded.last} language={language} />
			) : null}
			{isThere && slots && slots.length > 0 && parts.slots ? (
				<>
					<h2 className="sr-only">{t("hunt.slots")}</h2>
					<CarouselLoop slots={slots} language={language} motion={motion} />
				</>
			) : null}
		</main>
	);
}
