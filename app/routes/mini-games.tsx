import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CATALOGUE } from "~/games/lobby/catalogue";
import { GameCard } from "~/games/lobby/game-card";
import { TopWins } from "~/games/lobby/top-wins";
import { readTopWins } from "~/games/lobby/top-wins.server";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import type { loader as rootLoader } from "~/root";
import { site } from "~/site.server";
import { type Handle, useHandles } from "~/ui/handle";

export { shouldRevalidate } from "~/ui/revalidation";

export const handle: Handle = { title: (t) => t("lobby.title") };

export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	return { language, wins: await readTopWins(site, language) };
}

export default function MiniGames() {
	const { t } = useTranslation();
	const { language, wins } = useLoaderData<typeof loader>();
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const dialogOpen = useHandles().some(({ fullScreen }) => fullScreen);
	return (
		<>
			<div className="grid gap-10" inert={dialogOpen ? "" : undefined}>
				<header className="grid gap-3">
					<div className="flex flex-wrap items-end justify-between gap-3">
						<h1 className="text-4xl font-extrabold sm:text-5xl">{t("lobby.title")}</h1>
						{viewer ? (
							<p className="text-lg text-muted">
								{t("lobby.yourPoints")}:{" "}
								<strong className="text-text tabular-nums">{formatPoints(viewer.points, language)}</strong>
							</p>
						) : null}
					</div>
					<p className="max-w-prose text-lg text-muted">{t("lobby.intro")}</p>
					{viewer ? null : <p className="text-muted">{t("lobby.demoHint")}</p>}
					<p className="flex items-center gap-2 text-muted">
						<CalendarClock aria-hidden="true" className="size-5 shrink-0" />
						{t("lobby.noTournament")}
					</p>
				</header>
				<TopWins wins={wins} language={language} />
				<section aria-labelledby="games" className="grid gap-4">
					<h2 id="games" className="text-2xl font-bold">
						{t("lobby.games")}
					</h2>
					<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
						{CATALOGUE.map((game) => (
							<GameCard key={game.id} game={game} language={language} />
						))}
					</div>
				</section>
			</div>
			<Outlet />
		</>
	);
}
