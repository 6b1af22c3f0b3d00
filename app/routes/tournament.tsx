import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useFetcher, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { readBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { BracketSection } from "~/events/tournaments/bracket/bracket-section";
import { enterTournament, leaveTournament } from "~/events/tournaments/entries.server";
import { PastTournaments } from "~/events/tournaments/past-tournaments";
import { entrySchema } from "~/events/tournaments/tournament.schema";
import { TournamentCard } from "~/events/tournaments/tournament-card";
import { findTournamentStates } from "~/events/tournaments/tournaments.queries.server";
import { readTournamentsPage } from "~/events/tournaments/tournaments-page.server";
import { useEvents } from "~/events/use-events";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { useLastData } from "~/ui/overlay/last-data";
import { PageHeader } from "~/ui/page-header";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";
import { useEvery } from "~/ui/use-every";

// The data are kept while the site cannot be reached: a failed reload would show an error page.
export { keepDataWhenUnreachable as clientLoader } from "~/ui/overlay/last-data";
export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

/** Time between two reads of the boards, in s. */
const REFRESH_AFTER = 10;
const KINDS = ["race", "league", "bracket"] as const;

export const handle = await declarePage({
	title: (t) => t("tournaments.title"),
	messages: ["tournaments", "bracket"],
	shared: true,
});

/** The open tournaments and the results of the last ones, with the whole bracket that has ended that the address names. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const states = await findTournamentStates(site.db);
	const page = await readTournamentsPage(site, viewer, language);
	const asked = new URL(request.url).searchParams.get("bracket");
	const bracket = asked ? await readBracket(site, asked, language) : undefined;
	return {
		...{ states, ...page, refreshAfter: page.tournaments.length > 0 ? REFRESH_AFTER : null },
		finished: bracket?.state === "ended" ? bracket : null,
	};
}

/** Enters a tournament or leaves it, and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: entrySchema,
	async run({ input, viewer }) {
		const { intent, ...entry } = input;
		if (intent === "leave") {
			await leaveTournament(site, viewer.id, entry);
			return site.flash.redirect("/tournament", "tournamentLeft");
		}
		const { fee, slotId } = input;
		await enterTournament(site, viewer, { ...entry, fee, slotId });
		return site.flash.redirect("/tournament", "tournamentEntered");
	},
});

export default function Tournament() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	// Loads only this route's data: a revalidation would load the shell's as well.
	const again = useFetcher<typeof loader>();
	const data = again.data ?? loaded;
	const { states, tournaments, past } = data;
	useLastData(data);
	const { finished } = loaded;
	useEvents("tournament", states, () => again.load("/tournament"));
	useEvery(REFRESH_AFTER * 1000, async () => {
		if (tournaments.length > 0) again.load("/tournament");
	});
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const answer = useActionData<typeof action>();
	const answered = answer && !answer.ok ? answer.typed?.tournamentId : undefined;
	const isShown = tournaments.some(({ id }) => id === answered);
	return (
		<div className="grid gap-8">
			<PageHeader title={t("tournaments.title")}>
				{may(viewer, "tournaments") ? (
					<nav aria-label={t("tournaments.new")} className="flex flex-wrap gap-2">
						{KINDS.map((kind) => (
							<Link key={kind} to={`/tournament/new?kind=${kind}`} className="button">
								{t(`tournaments.add.${kind}`)}
							</Link>
						))}
					</nav>
				) : null}
			</PageHeader>
			<Refused answer={isShown ? undefined : answer} />
			{tournaments.length === 0 ? (
				<section className="panel grid justify-items-start gap-4" aria-label={t("tournaments.title")}>
					<p className="flex items-center gap-3 text-lg">
						<Trophy aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
						{t("tournaments.none")}
					</p>
					<Link to="/social" className="button">
						{t("tournaments.follow")}
					</Link>
				</section>
			) : null}
			{tournaments.map((tournament) => (
				<TournamentCard
					key={tournament.id}
					tournament={tournament}
					viewer={viewer}
					answer={answered === tournament.id ? answer : undefined}
				/>
			))}
			{finished ? (
				<section aria-labelledby="bracket" className="grid gap-4">
					<h2 id="bracket" className="text-2xl font-bold break-words">
						{finished.title}
					</h2>
					<BracketSection bracket={finished} />
				</section>
			) : null}
			<PastTournaments past={past} />
		</div>
	);
}
