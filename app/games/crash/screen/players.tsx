import type { TFunction } from "i18next";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet, PublicBet, PublicPlayer, Totals } from "../engine/view";
import { BetEnd } from "./bet/player-bet-line";
import "../../lobby/lobby.css";

/** The table's name plate: who plays and for how much. */
export function LiveHeader({ totals, language }: { totals: Totals; language: Language }) {
	const { t } = useTranslation();
	const figures = [
		[t("crash.totalPlayers"), totals.players],
		[t("crash.totalStaked"), totals.staked],
		[t("crash.totalPaid"), totals.paid],
	] as const;
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-1">
			<span className="badge badge-live">{t("crash.live")}</span>
			<dl className="flex flex-wrap gap-x-5 text-sm" data-testid="totals">
				{figures.map(([label, figure]) => (
					<div key={label} className="flex gap-1.5">
						<dt className="text-muted">{label}</dt>
						<dd className="font-bold tabular-nums">{formatPoints(figure, language)}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

interface Props {
	/** The largest of the round. */
	bets: readonly PublicBet[];
	own: PlayerBet | null;
	totals: Totals;
	language: Language;
}

/** Who plays in this round, the viewer first. */
export function Players({ bets, own, totals, language }: Props) {
	const { t } = useTranslation();
	const others = bets.filter(({ id }) => id !== own?.id);
	const unseen = totals.players - others.length - (own ? 1 : 0);
	return (
		<section aria-labelledby="players" className="panel grid content-start gap-3">
			<h2 id="players" className="text-xl font-bold">
				{t("crash.players")}
			</h2>
			{!own && others.length === 0 ? (
				<p className="text-muted">{t("crash.noPlayers")}</p>
			) : (
				<ol
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
					tabIndex={0}
					aria-labelledby="players"
					className="max-h-96 overflow-y-auto"
					data-testid="players"
				>
					{own ? <Player bet={own} name={t("crash.you")} isOwn language={language} /> : null}
					{others.map((bet) => (
						<Player key={bet.id} bet={bet} name={nameOf(bet.player, t)} language={language} />
					))}
				</ol>
			)}
			{unseen > 0 ? (
				<p className="text-sm text-muted">
					{t("crash.morePlayers", { shown: formatPoints(unseen, language) })}
				</p>
			) : null}
		</section>
	);
}

const nameOf = (player: PublicPlayer, t: TFunction): string =>
	"name" in player ? player.name : t("crash.player", { id: player.pseudonym });

interface PlayerProps {
	bet: PublicBet | PlayerBet;
	name: string;
	isOwn?: boolean;
	language: Language;
}

const Player = memo(function Player({ bet, name, isOwn = false, language }: PlayerProps) {
	return (
		<li
			className={`flex min-h-10 flex-wrap items-center justify-end gap-x-3 border-t border-line py-1 text-sm first:border-0 ${isOwn ? "font-bold text-accent-text" : ""}`}
			data-status={bet.status}
		>
			<span className="mr-auto max-w-full truncate">
				<bdi>{name}</bdi>
			</span>
			<span className="text-text tabular-nums">{formatPoints(bet.stake, language)}</span>
			<BetEnd bet={bet} language={language} />
		</li>
	);
});
