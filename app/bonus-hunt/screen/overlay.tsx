import { Target, Trophy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ShownHunt } from "../outside/shown-hunt";
import { CarouselLoop } from "./carousel-section";
import type { OverlayParts } from "./overlay-parts";
import { HuntTiles } from "./tiles";
import { useReader } from "./use-reader";
import { useShownHunt } from "./use-shown-hunt";
import "../model/hunt.css";
import "./overlay.css";

const LATEST_RETURN_MS = 10_000;

interface Props {
	loaded: ShownHunt;
	user: string;
	/** Has the loader read again, within so many ms. */
	readAnew: (withinMs: number) => void;
	parts: OverlayParts;
	language: Language;
}

/** In the overlay's place when it fails: see-through, until the site answers again. */
export function NoOverlay() {
	const readWithin = useReader(() => location.reload());
	useEffect(() => readWithin(LATEST_RETURN_MS), [readWithin]);
	return <main className="hunt-overlay" data-testid="no-overlay" />;
}

/** The hunt within a broadcast: figures, and the slots passing by. Nothing while there is no hunt. */
export function Overlay({ loaded, user, readAnew, parts, language }: Props) {
	const { t } = useTranslation();
	const { own, statistics, slots } = useShownHunt(loaded, user, readAnew);
	const [motion, setMotion] = useState<"none" | "on">("none");
	useEffect(() => setMotion("on"), []);
	const isThere = own !== undefined || loaded.outside !== null;
	return (
		<main className="dark hunt-overlay" data-testid="overlay">
			<h1 className="sr-only">{t("hunt.title")}</h1>
			{isThere && own && parts.figures ? (
				<p className="hunt-overlay__title">
					<span className="flex min-w-0 items-center gap-2 font-display text-xl font-extrabold">
						<Trophy aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
						<span className="break-words">{own.title}</span>
					</span>
					{own.guessing === "open" ? (
						<span className="flex items-center gap-1.5 font-semibold text-accent-text tabular-nums">
							<Target aria-hidden="true" className="size-4" />
							{t("hunt.guess.title")}:{" "}
							{t("hunt.guess.count", { count: own.guesses, guesses: formatPoints(own.guesses, language) })}
						</span>
					) : null}
				</p>
			) : null}
			{isThere && statistics && parts.figures ? (
				<div className="hunt-overlay__figures">
					<HuntTiles statistics={statistics} language={language} />
				</div>
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
