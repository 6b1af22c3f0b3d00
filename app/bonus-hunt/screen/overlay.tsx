import { Target, Trophy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { useEarlyEffect } from "~/ui/use-early-effect";
import type { ShownHunt } from "../outside/shown-hunt";
import { CarouselLoop } from "./carousel-section";
import { OverlayEnd } from "./end/overlay-end";
import type { OverlayOptions } from "./overlay-options";
import { SlotCard } from "./slot-card";
import { HuntTiles } from "./tiles";
import { useShownHunt } from "./use-shown-hunt";
import "../model/hunt.css";
import "./overlay.css";

interface Props {
	/** The data and the address of the route. */
	loaded: { hunt: ShownHunt; options: OverlayOptions; language: Language };
	address: string;
}

/**
 * The hunt for a broadcast: statistics, the next slot and the carousel of the others, then its result. Empty while there is
 * no hunt.
 */
export function Overlay({ loaded, address }: Props) {
	const { t } = useTranslation();
	const { page, local, statistics, slots } = useShownHunt(loaded, address);
	const { hunt, options, language } = page;
	const [motion, setMotion] = useState<"none" | "on">("none");
	useEffect(() => setMotion("on"), []);
	const { theme, scale } = options;
	useEarlyEffect(() => {
		// On the root, whose font is the unit of all sizes. They grow with the source, so that a broadcast that is shown in 480
		// lines stays readable. A low or narrow source keeps the size of a page.
		document.documentElement.style.fontSize = `calc(${scale} * max(16px, min(1.5vw, 2.67vh)))`;
	}, [scale]);
	const isThere = local !== null || hunt.outside !== null;
	return (
		<main className={`${theme} hunt-overlay`} data-testid="overlay">
			<h1 className="sr-only">{t("hunt.title")}</h1>
			{isThere && local && options.statistics ? (
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
			{isThere && statistics && options.statistics ? (
				<div className="hunt-overlay__statistics">
					<HuntTiles statistics={statistics} language={language} />
				</div>
			) : null}
			{hunt.last && options.statistics ? (
				<OverlayEnd key={hunt.last.revision} hunt={hunt.last} language={language} />
			) : null}
			{isThere && slots && slots.length > 0 && options.slots ? (
				<OverlaySlots slots={slots} language={language} motion={motion} />
			) : null}
		</main>
	);
}

/** The first slot that is not opened stands still at the start; the others move past it, beginning with the one after it. */
function OverlaySlots({ slots, language, motion }: Parameters<typeof CarouselLoop>[0]) {
	const { t } = useTranslation();
	const at = slots.findIndex(({ payout }) => payout === null);
	const next = slots[at];
	const others = next ? [...slots.slice(at + 1), ...slots.slice(0, at)] : slots;
	return (
		<>
			<h2 className="sr-only">{t("hunt.slots")}</h2>
			<div className="hunt-overlay__slots">
				{next ? (
					<div className="hunt-overlay__next" data-testid="overlay-next">
						<p className="hunt-overlay__mark">{t("hunt.upNext")}</p>
						<SlotCard key={at} slot={next} language={language} eager />
					</div>
				) : null}
				{others.length > 0 ? <CarouselLoop slots={others} language={language} motion={motion} /> : null}
			</div>
		</>
	);
}
