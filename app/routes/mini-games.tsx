import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useFetcher, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { readShared } from "db/shared-reads";
import { CalendarClock, Gamepad2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StreamLine } from "~/channel/stream-line";
import { readTournamentsNow } from "~/events/tournaments/tournaments-page.server";
import { liveControlSchema } from "~/games/crash/engine/crash.schema";
import { catalogueOf } from "~/games/games.server";
import { BreakBanner } from "~/games/limits/break-banner";
import { readAllowance } from "~/games/limits/limits-page.server";
import { Reminder } from "~/games/limits/reminder";
import { useRestrictionEvents } from "~/games/limits/restriction";
import { GameCard } from "~/games/lobby/game-card";
import { choiceIn } from "~/games/lobby/leaders";
import { LeadersBoard } from "~/games/lobby/leaders-board";
import { LiveControl } from "~/games/lobby/live-control";
import { TopWins } from "~/games/lobby/top-wins";
import { readTopWins } from "~/games/lobby/top-wins.server";
import { useLobbyEvents } from "~/games/lobby/use-lobby-events";
import { formatPoints } from "~/i18n/format";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useKept } from "~/ui/shell/kept";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("lobby.title"),
	description: (t) => t("lobby.intro"),
	messages: ["lobby", "players", "games"],
	navigation: { label: (t) => t("shell.miniGames"), icon: Gamepad2, order: 40 },
	shared: true,
});

/** The lobby: biggest wins of the day, leaders, games, and why the viewer cannot bet now. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const choice = choiceIn(new URL(request.url).searchParams);
	const key = ["lobby", language, ...Object.values(choice)].join(" ");
	return {
		language,
		games: catalogueOf(site.config),
		...(await readShared(
			site.db,
			key,
			async () => ({
				wins: await readTopWins(site, language),
				board: await site.leaders.read(choice, language),
				tournaments: await readTournamentsNow(site, language),
			}),
			site.now(),
		)),
		live: site.liveSwitch(),
		playing: site.livePlaying(),
		stream: site.streamState(),
		...(viewer &&
			(await readShared(
				site.db,
				`allowance ${viewer.id} ${language}`,
				() => readAllowance(site, viewer.id, language),
				site.now(),
			))),
		isReminderDue: viewer && site.playTime.isDue(viewer.id),
	};
}

/** Switches live Crash on or off, and returns the localised message. */
export const action = createAction({
	role: "crash",
	limit: { points: 30, seconds: 60 },
	schema: liveControlSchema,
	async run({ input, viewer, request }) {
		const { t } = i18nIn(await languageOf(request));
		if (input.intent === "start") {
			await site.startLiveCrash(viewer.id);
			return { message: t("notices.gameStarted") };
		}
		const isStopping = await site.stopLiveCrash(viewer.id);
		return { message: t(isStopping ? "notices.gameStopping" : "notices.gameStopped") };
	},
});

export default function MiniGames() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const { language, games, board, restriction, isReminderDue } = loaded;
	const { wins, live, playing } = useLobbyEvents(loaded, language);
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const { points = 0 } = useDisplayedBalance();
	useRestrictionEvents(viewer !== undefined, restriction);
	const control = useFetcher<typeof action>({ key: "live-control" });
	const posted = useActionData<typeof action>();
	const body = useKept(
		["lobby", wins, board, loaded.tournaments, loaded.stream, games, live, playing, !viewer, !restriction],
		(balance, banner, liveControl) => (
			<>
				<PageHeader
					title={t("lobby.title")}
					intro={t("lobby.intro")}
					beside={
						viewer ? (
							<p className="text-lg text-muted">
								{t("lobby.yourPoints")}: <strong className="text-text tabular-nums">{balance}</strong>
							</p>
						) : null
					}
				>
					{viewer ? null : <p className="text-muted">{t("lobby.demoHint")}</p>}
					<div className="flex gap-3 text-muted">
						<CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
						<p className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
							{loaded.tournaments.length === 0 ? t("lobby.noTournament") : null}
							{loaded.tournaments.map(({ id, path, title, text }) => (
								<Link key={id} to={path} className="link inline-flex min-h-6 min-w-0 break-words">
									{title} · {text}
								</Link>
							))}
						</p>
					</div>
				</PageHeader>
				<StreamLine stream={loaded.stream} language={language} />
				{banner}
				{liveControl}
				<TopWins wins={wins} language={language} />
				<section aria-labelledby="games" className="grid gap-4">
					<h2 id="games" className="text-2xl font-bold">
						{t("lobby.games")}
					</h2>
					<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
						{games.map((game) => (
							<GameCard
								key={game.id}
								game={game}
								language={language}
								live={game.kind === "live" ? live : undefined}
								playing={game.kind === "live" ? playing?.[language] : undefined}
								isInviting={!restriction}
							/>
						))}
					</div>
				</section>
				<LeadersBoard board={board} language={language} />
			</>
		),
		[
			formatPoints(points, language),
			<BreakBanner key="banner" restriction={restriction} />,
			may(viewer, "crash") ? (
				<LiveControl key="control" fetcher={control} answer={control.data ?? posted} live={live} />
			) : null,
		],
	);
	return (
		<>
			<PageUnderDialog className="grid grid-cols-1 gap-10">{body}</PageUnderDialog>
			<Reminder isDue={isReminderDue} />
		</>
	);
}
