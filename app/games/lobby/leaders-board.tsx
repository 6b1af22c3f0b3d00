import { Link } from "@remix-run/react";
import { Medal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/account/avatars/avatar";
import { formatMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import { type Choice, MEASURES, SPANS } from "./leaders";
import type { Board } from "./leaders.server";

/** The leaderboard: each player's best win in a time span, with links to choose the span and the measure. */
export function LeadersBoard({ board, language }: { board: Board; language: Language }) {
	const { t } = useTranslation();
	const { by, span, leaders } = board;
	return (
		<Kept
			as="section"
			by={["leaders", board]}
			id="leaders"
			aria-labelledby="leaders-title"
			className="grid grid-cols-1 gap-4"
		>
			{() => (
				<>
					<h2 id="leaders-title" className="flex items-center gap-2 text-2xl font-bold">
						<Medal aria-hidden="true" className="size-6 text-accent-text" />
						{t("players.leaders")}
					</h2>
					<div className="flex flex-wrap gap-x-6 gap-y-3">
						<Choices
							label={t("players.measure")}
							choices={MEASURES.map((offered) => [t(`players.by.${offered}`), { by: offered, span }])}
							chosen={board}
						/>
						<Choices
							label={t("players.span")}
							choices={SPANS.map((offered) => [t(`players.spans.${offered}`), { by, span: offered }])}
							chosen={board}
						/>
					</div>
					{leaders.length === 0 ? (
						<p className="panel text-muted">{t("players.noLeaders")}</p>
					) : (
						<ol className="panel grid grid-cols-1 p-0" data-testid="leaders">
							{leaders.map((leader, place) => (
								<Line key={leader.id} leader={leader} place={place + 1} by={by} language={language} />
							))}
						</ol>
					)}
				</>
			)}
		</Kept>
	);
}

interface ChoicesProps {
	label: string;
	/** Each with its name. */
	choices: [name: string, choice: Choice][];
	chosen: Choice;
}

function Choices({ label, choices, chosen }: ChoicesProps) {
	return (
		<nav aria-label={label}>
			<ul className="flex flex-wrap gap-2">
				{choices.map(([name, { by, span }]) => {
					const isChosen = by === chosen.by && span === chosen.span;
					return (
						<li key={name}>
							<Link
								to={`/mini-games?by=${by}&span=${span}#leaders`}
								preventScrollReset
								aria-current={isChosen ? "true" : undefined}
								className={`button px-3 text-sm ${isChosen ? "button-chosen" : "text-muted"}`}
							>
								{name}
							</Link>
						</li>
					);
				})}
			</ul>
		</nav>
	);
}

interface LineProps {
	leader: Board["leaders"][number];
	/** From 1. */
	place: number;
	by: Choice["by"];
	language: Language;
}

function Line({ leader, place, by, language }: LineProps) {
	const { t } = useTranslation();
	const { address, avatar, amount, multiplier, game, when } = leader;
	const username = leader.username ?? t("shell.anonymous");
	const name = <bdi>{username}</bdi>;
	const win = `+${formatPoints(amount, language)}`;
	const times = multiplier === null ? undefined : formatMultiplier(multiplier, language);
	const [first, second] = by === "win" ? [win, times] : [times, win];
	return (
		<li
			className="grid grid-cols-[1.5rem_auto_minmax(0,1fr)_auto] sm:grid-cols-[2rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line px-4 py-2.5 not-first:border-t sm:px-5"
			data-testid="leader"
		>
			<span
				aria-hidden="true"
				className={`font-display text-xl font-extrabold tabular-nums ${place <= 3 ? "text-accent-text" : "text-muted"}`}
			>
				{place}
			</span>
			<Avatar name={username} picture={avatar} className="size-9 max-[399px]:size-7 sm:size-10" />
			<span className="grid min-w-0 grid-cols-1">
				{address ? (
					<Link to={address} className="link inline-flex min-h-6 max-w-full items-center justify-self-start">
						<span className="truncate">{name}</span>
					</Link>
				) : (
					<span className="truncate font-bold">{name}</span>
				)}
				<span className="flex flex-wrap gap-x-3 text-sm text-muted">
					<span>{game}</span>
					<span>{when}</span>
				</span>
			</span>
			<span className="grid text-right tabular-nums">
				<strong className="font-display text-xl font-extrabold">{first}</strong>
				<span className="text-sm text-muted">{second}</span>
			</span>
		</li>
	);
}
