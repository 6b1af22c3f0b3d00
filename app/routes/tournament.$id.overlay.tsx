import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useLastData } from "~/bonus-hunt/screen/last-data";
import { NoOverlay } from "~/bonus-hunt/screen/no-overlay";
import { ScoreBoard } from "~/events/tournaments/board";
import { BracketOverlay } from "~/events/tournaments/bracket/bracket-overlay";
import { findTournament } from "~/events/tournaments/tournaments.queries.server";
import { readOverlay } from "~/events/tournaments/tournaments-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { useEvery } from "~/ui/use-every";
import "~/events/tournaments/overlay.css";

export { keepDataWhenUnreachable as clientLoader } from "~/bonus-hunt/screen/last-data";
export { shouldRevalidate } from "~/ui/shell/revalidation";

const POLL_MS = 2000;
const SHOWN_LINES = 5;

export const handle = await declarePage({
	title: (t) => t("tournaments.title"),
	bare: true,
	notListed: true,
	openToAllAges: true,
	messages: ["tournaments", "bracket"],
});

/** A tournament for a broadcast. Public. @throws a 404 for an unknown one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const tournament = await findTournament(site.db, params.id ?? "");
	if (!tournament) throw new Response(null, { status: 404 });
	return { tournament: await readOverlay(site, tournament, language), refreshAfter: 5 };
}

export { NoOverlay as ErrorBoundary };

export default function TournamentOverlay() {
	const { pathname, search } = useLocation();
	const again = useFetcher<typeof loader>();
	const loaded = useLoaderData<typeof loader>();
	const data = again.data ?? loaded;
	useLastData(data);
	useEvery(POLL_MS, async () => again.load(pathname + search));
	useEarlyEffect(() => {
		// On the root, whose font is the unit of all sizes, so that a broadcast that is shown in 480 lines stays readable.
		document.documentElement.style.fontSize = "max(16px, min(1.7vw, 3vh))";
	}, []);
	const { tournament } = data;
	if (tournament.bracket) {
		return (
			<main className="dark bracket-overlay" data-testid="overlay">
				<h1 className="sr-only">{tournament.title}</h1>
				<BracketOverlay bracket={tournament.bracket} language={tournament.bracket.language} />
			</main>
		);
	}
	return (
		<main className="dark tournament-overlay" data-testid="overlay">
			<div>
				<h1 className="font-display text-2xl font-extrabold break-words">{tournament.title}</h1>
				<p className="font-semibold text-accent-text">{tournament.status}</p>
				<ScoreBoard {...tournament} most={SHOWN_LINES} />
			</div>
		</main>
	);
}
