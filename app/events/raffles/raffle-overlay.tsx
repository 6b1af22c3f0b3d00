import { Ticket, Trophy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeLeft } from "~/earning/codes/time-left";
import { Overlay } from "~/ui/overlay/overlay";
import { REVEAL_MS } from "./raffle";
import { RaffleCounts } from "./raffle-card";
import type { ShownRaffle } from "./raffles-page.server";
import "./raffle-overlay.css";

const TICK_MS = 500;

/** A raffle for a broadcast: tickets and time left, then the winners, one after the other, the first place last. */
export function RaffleOverlay({ raffle }: { raffle: ShownRaffle }) {
	const { t } = useTranslation();
	const { places, drawnMsAgo, state } = raffle;
	const winners = places.filter((place) => place.state !== "passed");
	const shown = useRevealed(drawnMsAgo, winners.length);
	return (
		<Overlay>
			<section className="grid w-fit max-w-full gap-3">
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
						<li
							key={place.place}
							className="raffle-revealed flex items-center gap-4"
							data-testid="overlay-place"
						>
							<Trophy aria-hidden="true" className="size-10 shrink-0 text-accent-text" />
							<span className="grid min-w-0">
								<bdi className="text-7xl leading-none font-extrabold wrap-anywhere">
									{place.name ?? t("shell.anonymous")}
								</bdi>
								<span className="text-xl wrap-anywhere">{place.prize}</span>
							</span>
						</li>
					))}
				</ol>
			</section>
		</Overlay>
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
