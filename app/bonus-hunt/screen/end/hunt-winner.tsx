import { Crown, Gift, Target } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { LastHunt } from "../../model/local-hunt.server";

interface Props {
	hunt: Pick<LastHunt, "winner" | "own" | "prize" | "guesses" | "statistics">;
	heading: "h2" | "h3";
	language: Language;
	children?: ReactNode;
}

/** The closest guess of a finished hunt with its prize, and the viewer's own guess. */
export function HuntWinner({ hunt, heading: Heading, language, children }: Props) {
	const { t } = useTranslation();
	const { winner, own, prize, guesses, statistics } = hunt;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	const isOwn = own?.rank === 1;
	return (
		<section
			aria-labelledby="hunt-winner"
			className="panel grid content-start gap-4 p-6 sm:p-8"
			data-testid="hunt-winner"
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<Heading id="hunt-winner" className="flex items-center gap-2 text-xl font-bold">
					<Target aria-hidden="true" className="size-6 text-accent-text" />
					{t("huntResult.guessing")}
				</Heading>
				<p className="badge tabular-nums">
					{t("hunt.pastHunts.count", { count: guesses, guesses: formatPoints(guesses, language) })}
				</p>
			</div>
			{winner ? (
				<div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
					<span className="row-span-2 grid size-14 place-items-center rounded-full bg-accent text-accent-ink">
						<Crown aria-hidden="true" className="size-8" />
					</span>
					<p className="font-display text-2xl font-extrabold wrap-anywhere">
						{isOwn ? t("huntResult.youWon") : (winner.username ?? t("shell.anonymous"))}
					</p>
					<p className="text-muted tabular-nums">
						{t("huntResult.closest", {
							guess: euros(winner.guess),
							off: euros(Math.abs(winner.guess - statistics.won)),
						})}
					</p>
				</div>
			) : (
				<p className="text-muted">{t("hunt.pastHunts.noGuesses")}</p>
			)}
			{winner ? (
				<p className="flex items-start gap-2.5 rounded-2xl bg-raised px-4 py-3 font-semibold">
					<Gift aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />
					<span className="min-w-0 wrap-anywhere" data-testid="hunt-prize">
						{prize
							? t("hunt.pastHunts.prizePaid", {
									name: prize.username ?? t("shell.anonymous"),
									count: prize.points,
								})
							: t("huntResult.prizeWaits")}
					</span>
				</p>
			) : null}
			{own ? (
				<p className="tabular-nums" data-testid="own-guess">
					{t("hunt.pastHunts.yours", { guess: euros(own.guess), off: euros(own.off) })}{" "}
					{t("hunt.pastHunts.rank", {
						rank: formatPoints(own.rank, language),
						guesses: formatPoints(guesses, language),
					})}
				</p>
			) : null}
			{children}
		</section>
	);
}
