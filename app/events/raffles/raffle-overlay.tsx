import { Ticket, Trophy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeLeft } from "~/earning/codes/time-left";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { RaffleCounts } from "./raffle-card";
import type { ShownRaffle } from "./raffles-page.server";
import "./raffle-overlay.css";

/** Between the reveals of two places. */
const REVEAL_MS = 4000;
const TICK_MS = 500;

/** A raffle for a broadcast: tickets and time left, then the winners, one after the other, the first place last. */
export function RaffleOverlay({ raffle }: { raffle: ShownRaffle }) {
	const { t } = useTranslation();
	useEarlyEffect(() => {
		// On the root, whose font is the unit of all sizes: the source stays readable when it is shown in 480 lines.
		document.documentElement.style.fontSize = "max(16px, min(2vw, 3.6vh))";
	}, []);
	const { places, drawnMsAgo, state } = raffle;
	const winners = places.filter((place) => place.state !== "passed");
	const shown = useRevealed(drawnMsAgo, winners.length);
	return (
		<main className="dark raffle-overlay" data-testid="raffle-overlay">
			<div className="raffle-overlay__card">
				<h1 className="text-3xl font-extrabold wrap-anywhere">{raffle.title}</h1>
				{drawnMsAgo === null || state === "cancelled" ? (
					<>
						<p className="flex flex-wrap items-center gap-x-3 text-2xl font-semibold">
							<Ticket aria-hidden="true" className="size-8 text-accent-text" />
							<RaffleCounts {...raffle} />
						</p>
						<p className="text-3xl font-bold tabular-nums">
							{raffle.isOpen ? (
								<TimeLeft key={raffle.closesAt} left={raffle.msLeft} />
							) : (
								t(`raffles.states.${state}`)
							)}
						</p>
					</>
				) : null}
				{drawnMsAgo !== null && winners.length === 0 ? (
					<p className="text-2xl">{t("raffles.nobody")}</p>
				) : null}
				<ol className="grid gap-3">
					{winners.slice(winners.length - shown).map((place) => (
						<li key={place.place} className="raffle-overlay__place" data-testid="overlay-place">
							<Trophy aria-hidden="true" className="size-10 shrink-0 text-accent-text" />
							<span className="grid min-w-0">
								<bdi className="raffle-overlay__name">{place.name ?? t("shell.anonymous")}</bdi>
								<span className="text-xl wrap-anywhere">{place.prize}</span>
							</span>
						</li>
					))}
				</ol>
			</div>
		</main>
	);
}

/** How many places are revealed, by the time since the draw. Without scripts all of them. */
function useRevealed(msAgo: number | null, all: number): number {
	const [passed, setPassed] = useState<number>();
	useEffect(() => {
		const from = performance.now();
		const show = () => setPassed((msAgo ?? 0) + performance.now() - from);
		show();
		const timer = setInterval(show, TICK_MS);
		return () => clearInterval(timer);
	}, [msAgo]);
	return passed === undefined ? all : Math.min(all, Math.floor(passed / REVEAL_MS));
}
