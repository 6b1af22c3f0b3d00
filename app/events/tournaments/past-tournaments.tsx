import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PlayerName } from "../player-name";
import type { readTournamentsPage } from "./tournaments-page.server";

type Past = Awaited<ReturnType<typeof readTournamentsPage>>["past"];

/** The results of tournaments that have ended. */
export function PastTournaments({ past }: { past: Past }) {
	const { t } = useTranslation();
	if (past.length === 0) return null;
	return (
		<section aria-labelledby="past" className="grid gap-4">
			<h2 id="past" className="text-2xl font-bold">
				{t("tournaments.past")}
			</h2>
			<ul className="grid gap-4 sm:grid-cols-2">
				{past.map(({ id, kind, title, when, placed }) => (
					<li key={id} className="panel grid min-w-0 content-start gap-2" data-testid="past-tournament">
						<h3 className="text-lg font-bold break-words">{title}</h3>
						<p className="text-sm text-muted">{when}</p>
						{placed.length === 0 ? <p className="text-muted">{t("tournaments.noScores")}</p> : null}
						<ol className="grid gap-1">
							{placed.map((one) => (
								<li key={one.id} className="flex flex-wrap gap-x-2">
									<strong>{one.place}</strong>
									<PlayerName name={one.username} address={one.address} />
									{one.prize ? <span className="text-muted">{one.prize}</span> : null}
								</li>
							))}
						</ol>
						{kind === "bracket" ? (
							<Link
								to={`/tournament?bracket=${id}#bracket`}
								aria-label={`${t("tournaments.wholeBracket")}: ${title}`}
								className="link inline-flex min-h-11 items-center justify-self-start"
							>
								{t("tournaments.wholeBracket")}
							</Link>
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
}
