import type { LoaderFunctionArgs } from "@remix-run/node";
import { ScoreBoard } from "~/events/tournaments/board";
import { BracketOverlay } from "~/events/tournaments/bracket/bracket-overlay";
import { findTournament } from "~/events/tournaments/tournaments.queries.server";
import { readOverlay } from "~/events/tournaments/tournaments-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { OVERLAY, Overlay, useOverlayData } from "~/ui/overlay/overlay";
import { declarePage } from "~/ui/shell/handle";

export { clientLoader, ErrorBoundary, shouldRevalidate } from "~/ui/overlay/overlay";

const SHOWN_LINES = 5;

export const handle = await declarePage({
	title: (t) => t("tournaments.title"),
	...OVERLAY,
	messages: ["tournaments", "bracket"],
});

/** A tournament for a broadcast. Public. @throws a 404 for an unknown one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const tournament = await findTournament(site.db, params.id ?? "");
	if (!tournament) throw new Response(null, { status: 404 });
	return { tournament: await readOverlay(site, tournament, language), refreshAfter: 5 };
}

export default function TournamentOverlay() {
	const { tournament } = useOverlayData<typeof loader>();
	const { bracket, title, status } = tournament;
	return (
		<Overlay>
			{bracket ? (
				<>
					<h1 className="justify-self-start font-display text-2xl font-extrabold break-words">{title}</h1>
					<BracketOverlay bracket={bracket} />
				</>
			) : (
				<section className="grid w-[30rem] max-w-full gap-2">
					<h1 className="font-display text-2xl font-extrabold break-words">{title}</h1>
					<p className="font-semibold text-accent-text">{status}</p>
					<ScoreBoard {...tournament} most={SHOWN_LINES} />
				</section>
			)}
		</Overlay>
	);
}
