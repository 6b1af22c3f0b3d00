import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/account/avatars/avatar";
import { formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { nameOf } from "../engine/alias";
import { type BestWin, LIVE_HISTORY, type PlayerBet, type PublicBet, type Totals } from "../engine/view";
import { BetEnd } from "./bet/player-bet-line";
import { Chip } from "./chip";
import "./players.css";

/** Shows the totals of the live round, and the biggest win of the last rounds. */
export function LiveHeader({
	totals,
	best,
	language,
}: {
	totals: Totals;
	best: BestWin | null;
	language: Language;
}) {
	const { t } = useTranslation();
	const figures = [
		[t("crash.totalPlayers"), totals.players],
		[t("crash.totalFlying"), totals.flying],
		[t("crash.totalStaked"), totals.staked],
		[t("crash.totalPaid"), totals.paid],
	] as const;
	return (
		<section aria-label={t("crash.thisRound")} className="panel grid gap-3 p-4">
			<span className="badge badge-live justify-self-start">{t("crash.live")}</span>
			<dl className="grid grid-cols-2 gap-x-4 gap-y-2" data-testid="totals">
				{figures.map(([label, figure]) => (
					<div key={label} className="grid">
						<dt className="text-sm text-muted">{label}</dt>
						<dd className="text-lg leading-tight font-bold tabular-nums">{formatPoints(figure, language)}</dd>
					</div>
				))}
			</dl>
			{best ? (
				<p className="border-t border-line pt-3 text-sm" data-testid="best-win">
					<span className="text-muted">{t("crash.bestWin", { rounds: LIVE_HISTORY })}</span>
					<span className="flex flex-wrap items-center gap-x-2">
						{best.name === null ? null : <bdi className="max-w-full truncate font-semibold">{best.name}</bdi>}
						<strong className="text-good tabular-nums">{formatNet(best.win, language)}</strong>
						<Chip multiplier={best.multiplier} language={language} />
					</span>
				</p>
			) : null}
		</section>
	);
}

interface Props {
	/** The largest bets of the round; may contain the viewer's. */
	bets: readonly PublicBet[];
	/** The viewer's bet in the round. */
	own: PlayerBet | null;
	totals: Totals;
	language: Language;
}

/**
 * Lists the bets of the round in the order of placement, and the number of players that are not listed. The viewer's
 * bet comes first if it is not among the public ones.
 */
export function Players({ bets, own, totals, language }: Props) {
	const { t } = useTranslation();
	const isListed = bets.some(({ id }) => id === own?.id);
	const listed = bets.length + (own && !isListed ? 1 : 0);
	const unlisted = totals.players - listed;
	const ownEntry = own ? (
		<Player key={own.id} bet={own} name={t("crash.you")} isOwn language={language} />
	) : null;
	return (
		<section aria-labelledby="players" className="panel grid content-start gap-3">
			<h2 id="players" className="text-xl font-bold">
				{t("crash.players")}
			</h2>
			{listed === 0 ? (
				<p className="text-muted">{t("crash.noPlayers")}</p>
			) : (
				<ol
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
					tabIndex={0}
					aria-labelledby="players"
					className="crash-players"
					data-testid="players"
				>
					{isListed ? null : ownEntry}
					{bets.map((bet) =>
						bet.id === own?.id ? (
							ownEntry
						) : (
							<Player
								key={bet.id}
								bet={bet}
								name={nameOf(bet.player, t)}
								avatar={"name" in bet.player ? bet.player.avatar : undefined}
								language={language}
							/>
						),
					)}
				</ol>
			)}
			{unlisted > 0 ? (
				<p className="text-sm text-muted">
					{t("crash.morePlayers", { shown: formatPoints(unlisted, language) })}
				</p>
			) : null}
		</section>
	);
}

interface PlayerProps {
	bet: PublicBet | PlayerBet;
	name: string;
	avatar?: string | null | undefined;
	isOwn?: boolean;
	language: Language;
}

const Player = memo(function Player({ bet, name, avatar, isOwn = false, language }: PlayerProps) {
	return (
		<li
			className={isOwn ? "crash-player crash-player--own" : "crash-player"}
			data-status={bet.status}
			data-testid={isOwn ? "own-entry" : undefined}
		>
			<Avatar name={name} picture={avatar} className="size-7" />
			<span className="mr-auto max-w-full min-w-0 flex-[1_1_7rem] truncate">
				<bdi>{name}</bdi>
			</span>
			<span className="tabular-nums">{formatPoints(bet.stake, language)}</span>
			<BetEnd bet={bet} language={language} />
		</li>
	);
});
