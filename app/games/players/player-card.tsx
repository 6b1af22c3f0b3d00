import { CalendarDays, Coins, Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/account/avatars/avatar";
import { formatMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ShownPlayer } from "./player-page.server";

interface Props {
	player: ShownPlayer;
	language: Language;
	/** The level of the heading with the name. */
	level: "h1" | "h3";
}

/** The public card of a player; undefined fields of `player` are left out. */
export function PlayerCard({ player, language, level: Heading }: Props) {
	const { t } = useTranslation();
	const { username, avatar, points, since, wins } = player;
	const showsNothing = points === undefined && since === undefined && wins === undefined;
	const facts = [
		{
			...{ id: "points", Icon: Coins, label: t("players.points") },
			value: points === undefined ? undefined : formatPoints(points, language),
		},
		{ id: "since", Icon: CalendarDays, label: t("players.since"), value: since },
	].filter(({ value }) => value !== undefined);
	return (
		<article className="grid grid-cols-1 gap-5" data-testid="player">
			<header className="flex min-w-0 items-center gap-4">
				<Avatar name={username} picture={avatar} className="size-16 sm:size-20" />
				<Heading className="min-w-0 text-3xl font-extrabold wrap-anywhere sm:text-4xl">
					<bdi>{username}</bdi>
				</Heading>
			</header>
			{showsNothing ? <p className="text-muted">{t("players.showsNothing")}</p> : null}
			<div className="grid gap-3 empty:hidden sm:grid-cols-2">
				{facts.map(({ id, Icon, value, label }) => (
					<div
						key={id}
						className="flex items-center gap-3 rounded-2xl bg-raised p-4"
						data-testid={`player-${id}`}
					>
						<Icon aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
						<p className="flex min-w-0 flex-col-reverse">
							<span className="text-sm text-muted">{label}</span>
							<strong className="font-display text-2xl font-extrabold tabular-nums">{value}</strong>
						</p>
					</div>
				))}
			</div>
			{wins ? <Wins wins={wins} language={language} under={Heading} /> : null}
		</article>
	);
}

function Wins({
	wins,
	language,
	under,
}: {
	wins: NonNullable<ShownPlayer["wins"]>;
	language: Language;
	under: "h1" | "h3";
}) {
	const { t } = useTranslation();
	const Heading = under === "h1" ? "h2" : "h4";
	return (
		<section className="grid gap-3" data-testid="player-wins">
			<Heading className="flex items-center gap-2 text-xl font-bold">
				<Trophy aria-hidden="true" className="size-5 text-accent-text" />
				{t("players.biggestWins")}
			</Heading>
			{wins.length === 0 ? <p className="text-muted">{t("players.noWins")}</p> : null}
			{wins.length === 0 ? null : (
				<ol className="grid gap-2">
					{wins.map(({ id, amount, multiplier, game, when }) => (
						<li
							key={id}
							className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-2xl border border-line px-4 py-2.5"
						>
							<strong className="font-display text-xl font-extrabold text-accent-text tabular-nums">
								+{formatPoints(amount, language)}
							</strong>
							{multiplier === null ? null : (
								<span className="font-semibold tabular-nums">{formatMultiplier(multiplier, language)}</span>
							)}
							<span className="min-w-0 text-muted">{game}</span>
							<span className="ml-auto text-sm text-muted">{when}</span>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
