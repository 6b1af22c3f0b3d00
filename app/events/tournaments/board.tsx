import { useTranslation } from "react-i18next";
import { Avatar } from "~/account/avatars/avatar";
import { PlayerName } from "../player-name";
import type { ShownTournament } from "./tournaments-page.server";

type Shown = Pick<ShownTournament, "kind" | "lines" | "rounds">;

/** The first lines of a race or league; empty before anybody has a score. */
export function ScoreBoard({ kind, lines, rounds }: Shown) {
	const { t } = useTranslation();
	return (
		<ol className="grid grid-cols-1" data-testid="board">
			{lines.map(({ id, place, username, address, avatar, score, counted }) => {
				const name = username ?? t("shell.anonymous");
				return (
					<li
						key={id}
						className="grid grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line py-2 not-first:border-t"
					>
						<span
							className={`font-display text-xl font-extrabold tabular-nums ${place <= 3 ? "text-accent-text" : "text-muted"}`}
						>
							{place}
						</span>
						<Avatar name={name} picture={avatar} className="size-9" />
						<span className="grid min-w-0 font-bold">
							<PlayerName name={username} address={address} />
							<span className="text-sm font-normal text-muted empty:hidden">
								{counted === null
									? null
									: kind === "race"
										? t("tournaments.roundsOf", { counted, most: rounds })
										: t("tournaments.guesses", { count: counted })}
							</span>
						</span>
						<strong className="font-display text-xl font-extrabold tabular-nums">{score}</strong>
					</li>
				);
			})}
		</ol>
	);
}
