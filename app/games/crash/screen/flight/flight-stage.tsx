import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatMultiplier, formatSeconds } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { RoundView } from "../../engine/view";
import { type ExitMark, shortened } from "./exit-marks";
import type { Flight } from "./flight";
import { FlightStill } from "./flight-still";
import "./flight.css";

/** Of the list, which is shown under reduced motion. */
const MAX_EXITS = 4;

interface Props {
	/** Already shows `round`: see `useFlight`. */
	flight: Flight;
	round: RoundView;
	/** The cash-outs, for the still picture. */
	marks: readonly ExitMark[];
	/** Shown over the flight. */
	children: ReactNode;
	language: Language;
}

/**
 * The stage: the rocket on its curve, and the multiplier, before the start with the seconds left. The flight draws it
 * outside React; without scripts a still picture stays. Announces the phase to screen readers.
 */
export function FlightStage({ flight, round, marks, language, children }: Props) {
	const { t } = useTranslation();
	const canvas = useRef<HTMLCanvasElement>(null);
	const number = useRef<HTMLSpanElement>(null);
	const [drawn, setDrawn] = useState(false);
	const exact = (hundredths: number) => formatExactMultiplier(hundredths, language);
	const { phase, multiplier } = round;
	// The text that React renders must not change, because the flight overwrites it.
	const [first] = useState(() => (phase === "waiting" ? secondsLeft(round, language) : exact(multiplier)));

	useEffect(() => {
		if (!canvas.current || !number.current) return;
		setDrawn(false);
		return flight.mount({
			canvas: canvas.current,
			number: number.current,
			multiplierText: (hundredths) => formatExactMultiplier(hundredths, language),
			axisText: (hundredths) => formatMultiplier(hundredths, language),
			secondsText: (ms) => formatSeconds(ms, language),
			onDrawn: () => setDrawn(true),
		});
	}, [flight, language]);

	return (
		<section
			className={drawn ? "flight-stage flight-stage--drawn" : "flight-stage"}
			aria-label={t("crash.stage")}
			data-phase={phase}
			data-testid="stage"
		>
			<FlightStill phase={phase} multiplier={phase === "waiting" ? 100 : multiplier} marks={marks} />
			{/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus */}
			<canvas ref={canvas} className="flight-stage__moving" aria-hidden="true" />
			<p className="flight-read-out">
				<span className="flight-read-out__label">{t(`crash.phase.${phase}`)}</span>
				<span ref={number} className="flight-read-out__number" data-testid="multiplier">
					{first}
				</span>
				{phase === "waiting" ? (
					<span className="flight-read-out__start" data-testid="start-multiplier">
						{exact(multiplier)}
					</span>
				) : null}
			</p>
			<ol className="flight-exits" aria-label={t("crash.exits")}>
				{marks
					.filter(({ isOwn }) => !isOwn)
					.slice(-MAX_EXITS)
					.reverse()
					.map(({ id, name, multiplier }) => (
						<li key={id}>
							<bdi>{shortened(name)}</bdi> {exact(multiplier)}
						</li>
					))}
			</ol>
			{children}
			<p role="status" className="sr-only">
				{t(`crash.said.${phase}`, { multiplier: exact(multiplier) })}
			</p>
		</section>
	);
}

const secondsLeft = ({ lasts, elapsed }: RoundView, language: Language): string =>
	formatSeconds(Math.max(0, (lasts ?? 0) - elapsed), language);
