import { Pause, Play } from "lucide-react";
import { startTransition, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import { useRememberedSwitch } from "~/ui/use-remembered-switch";
import type { HuntSlot } from "../model/hunt";
import { loopSeconds } from "./carousel";
import noscriptHref from "./noscript.css?url";
import { SlotCard } from "./slot-card";
import "../model/hunt.css";

interface Props {
	slots: readonly HuntSlot[];
	language: Language;
}

/** Number of cards in view. */
const EAGER = 4;

/**
 * The carousel of the hunt's slots with a pause button, whose state is remembered in the browser. Paused, it is a row
 * that can be scrolled; without scripts, a plain list.
 */
export function Carousel({ slots, language }: Props) {
	const { t } = useTranslation();
	const [isPaused, togglePaused] = useRememberedSwitch("bonus-hunt-paused");
	const [motion, setMotion] = useState<"none" | "on" | "off">("none");
	// A transition: the copy of the list is created in short tasks.
	useEffect(() => startTransition(() => setMotion(isPaused ? "off" : "on")), [isPaused]);
	return (
		<section aria-labelledby="hunt-slots" className="grid gap-4">
			<noscript>
				<link rel="stylesheet" href={noscriptHref} />
			</noscript>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="hunt-slots" className="flex items-baseline gap-2.5 text-2xl font-bold">
					{t("hunt.slots")}
					<span className="badge tabular-nums">{formatPoints(slots.length, language)}</span>
				</h2>
				<button
					type="button"
					onClick={togglePaused}
					className="button needs-scripts motion-reduce:hidden"
					data-testid="pause"
				>
					{isPaused ? (
						<Play aria-hidden="true" className="size-4" />
					) : (
						<Pause aria-hidden="true" className="size-4" />
					)}
					{t(isPaused ? "hunt.carousel.move" : "hunt.carousel.pause")}
				</button>
			</div>
			<CarouselLoop slots={slots} language={language} motion={motion} />
		</section>
	);
}

interface LoopProps extends Props {
	/** `none` until the page's scripts run. */
	motion: "none" | "on" | "off";
}

/** The moving part: the list twice, so that the loop has no gap. */
export function CarouselLoop({ slots, language, motion }: LoopProps) {
	const { t } = useTranslation();
	const element = useRef<HTMLDivElement>(null);
	const seconds = loopSeconds(slots.length);
	useEffect(() => {
		// The Content-Security-Policy forbids style attributes in the document.
		element.current?.style.setProperty("--hunt-seconds", `${seconds}s`);
	}, [seconds]);
	const cards = () =>
		slots.map((slot, place) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a source's numbers may be missing or repeat
			<li key={place}>
				<SlotCard slot={slot} language={language} eager={place < EAGER} />
			</li>
		));
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset holds a form's fields
		<div
			ref={element}
			className="hunt-carousel"
			data-motion={motion}
			role="group"
			aria-label={t("hunt.carousel.label")}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
			tabIndex={0}
		>
			<Kept as="ul" by={["hunt-cards", slots]} className="hunt-cards">
				{cards}
			</Kept>
			{motion === "on" ? (
				<ul className="hunt-cards" aria-hidden="true" inert="">
					{cards()}
				</ul>
			) : null}
		</div>
	);
}
