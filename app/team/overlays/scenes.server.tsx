import type { TFunction } from "i18next";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Avatar } from "~/account/avatars/avatar";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { slotPicture } from "~/bonus-hunt/screen/carousel";
import { readShownCode } from "~/earning/codes/overlay.server";
import { qrPath } from "~/earning/codes/qr.server";
import { shareText } from "~/events/predictions/outcomes";
import { readPredictions } from "~/events/predictions/predictions-page.server";
import { REVEAL_MS } from "~/events/raffles/raffle";
import { findNewestRaffles } from "~/events/raffles/raffles.queries.server";
import { readRaffle } from "~/events/raffles/raffles-page.server";
import { phaseOf, type Tournament } from "~/events/tournaments/tournament";
import { findEndedTournaments, findOpenTournaments } from "~/events/tournaments/tournaments.queries.server";
import { readOverlay } from "~/events/tournaments/tournaments-page.server";
import type { createLeaders } from "~/games/lobby/leaders.server";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { instantIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { readGoalValue } from "./goal.queries.server";
import { isRendered, type RenderedScene, type RenderedScenes, type Scene } from "./scenes";

type SceneSite = Pick<Site, "db" | "now" | "config" | "log" | "outsideHunt" | "tournamentBoard"> & {
	leaders: ReturnType<typeof createLeaders>;
};

interface Reader {
	site: SceneSite;
	language: Language;
	t: TFunction;
	scenes: readonly Scene[];
}

/** ms for which a result is shown. */
const RESULT_MS = 10 * 60_000;
const SHOWN_LINES = 5;
const NEXT_SLOTS = 3;

/** Whether something that happened at an instant is still shown. */
const isRecent = ({ site }: Reader, instant: string | null) =>
	instant !== null && site.now().getTime() - Date.parse(instant) < RESULT_MS;

/** The script of the page writes the time that is left. */
const TimeLeft = ({ at }: { at: number }) => <strong className="clock" data-ends={at} />;

const Numbers = ({ numbers }: { numbers: readonly (readonly [label: string, value: string])[] }) => (
	<dl className="numbers">
		{numbers.map(([label, value]) => (
			<div key={label}>
				<dt>{label}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);

interface Line {
	id: string;
	username: string | null;
	avatar: string | undefined;
	score: string;
}

const Board = ({
	title,
	note,
	lines,
	t,
}: {
	title: string;
	note: ReactNode;
	lines: Line[];
	t: TFunction;
}) => (
	<>
		<h2>{title}</h2>
		<p className="accent">{note}</p>
		<ol className="board">
			{lines.slice(0, SHOWN_LINES).map(({ id, username, avatar, score }, index) => {
				const name = username ?? t("shell.anonymous");
				return (
					<li key={id}>
						<b>{index + 1}</b>
						<Avatar name={name} picture={avatar} className="avatar" />
						<bdi>{name}</bdi>
						<strong>{score}</strong>
					</li>
				);
			})}
		</ol>
	</>
);

async function readHunt(reader: Reader): Promise<ReactElement | null> {
	const { site, language, t } = reader;
	const { local, last, outside } = await readShownHunt(site, { language });
	const statistics = local?.statistics ?? outside?.statistics;
	const slots = local?.slots ?? outside?.slots ?? [];
	if (!statistics) return last && last.finishedForMs < RESULT_MS ? huntEnd(reader, last) : null;
	const euros = (amount: number | null) => (amount === null ? "–" : formatEuros(amount, language));
	const ratio = (value: number | null) => (value === null ? "–" : formatRatio(value, language));
	const at = slots.findIndex(({ payout }) => payout === null);
	const opened = slots[at];
	const picture = slotPicture(opened?.slotImage ?? null);
	const next = at < 0 ? [] : slots.slice(at + 1, at + 1 + NEXT_SLOTS);
	const [count, total] = [statistics.countOpenedBonus ?? 0, statistics.countTotalBonus ?? 0].map((number) =>
		formatPoints(number, language),
	);
	return (
		<>
			<header>
				<h2>{local?.title ?? t("hunt.title")}</h2>
				<p className="accent">{t("hunt.progress", { opened: count, total })}</p>
			</header>
			{opened ? (
				<div className="opening" data-testid="opening">
					{picture ? <img src={picture} alt="" /> : null}
					<div>
						<p className="name">{opened.slotName}</p>
						<p className="muted">
							{[opened.providerName, opened.preNote].filter((text) => text !== null).join(" · ")}
						</p>
						<p>
							{t("hunt.slot.bet")} <strong>{euros(opened.betSize)}</strong>
						</p>
					</div>
				</div>
			) : null}
			<Numbers
				numbers={[
					[t("hunt.tiles.totalWinAmount"), euros(statistics.totalWinAmount)],
					[t("overlayScenes.average"), ratio(statistics.averageMultiplier)],
					[t("overlayScenes.needed"), ratio(statistics.breakEvenCurrent)],
				]}
			/>
			{next.length > 0 ? (
				<p className="next">
					<span className="muted">{t("hunt.upNext")}</span>
					{next.map(({ slotName, idForBonusHunt }, index) => (
						<span key={idForBonusHunt ?? index}>{slotName}</span>
					))}
				</p>
			) : null}
		</>
	);
}

function huntEnd(
	{ language, t }: Reader,
	last: NonNullable<Awaited<ReturnType<typeof readShownHunt>>["last"]>,
): ReactElement {
	const { title, statistics, startCost, winner, bestWin } = last;
	const cents = statistics.won - startCost;
	const euros = (amount: number) => formatEuros(amount / 100, language);
	const outcome = cents > 0 ? "profit" : cents < 0 ? "loss" : "even";
	return (
		<>
			<h2>{title}</h2>
			<p>{t(`huntResult.${outcome}`)}</p>
			<p className={`name ${cents < 0 ? "bad" : "good"}`}>
				{cents === 0 ? euros(startCost) : `${cents > 0 ? "+" : "−"}${euros(Math.abs(cents))}`}
			</p>
			<p className="muted">{t("huntResult.sum", { won: euros(statistics.won), cost: euros(startCost) })}</p>
			{bestWin ? (
				<p>
					{t("huntResult.bestSlot")}: <strong>{bestWin.name}</strong> ·{" "}
					{formatEuros(bestWin.amount, language)}
				</p>
			) : null}
			{winner ? (
				<p className="accent">
					{t("hunt.pastHunts.closest", {
						name: winner.username ?? t("shell.anonymous"),
						guess: euros(winner.guess),
					})}
				</p>
			) : null}
		</>
	);
}

/** The tournament to show: a running one, else one to enter, else one that has just ended. */
async function findShown(reader: Reader) {
	const { db, now } = reader.site;
	const open = await findOpenTournaments(db);
	const inPhase = (...phases: string[]) => open.find((one) => phases.includes(phaseOf(one, now())));
	const ended = (await findEndedTournaments(db, 1)).find(({ endedAt }) => isRecent(reader, endedAt));
	return inPhase("running", "settling") ?? ended ?? inPhase("joining", "waiting");
}

/** The time that is left of a tournament that runs, else its status. */
function noteOf({ site }: Reader, tournament: Tournament, status: string): ReactNode {
	const isRunning = phaseOf(tournament, site.now()) === "running";
	return isRunning && tournament.endsAt ? <TimeLeft at={Date.parse(tournament.endsAt)} /> : status;
}

async function readTournament(reader: Reader): Promise<ReactElement | null> {
	const { site, language, t } = reader;
	const found = await findShown(reader);
	if (!found) return null;
	const { title, status, lines, bracket } = await readOverlay(site, found, language);
	if (!bracket) return <Board {...{ title, t, lines }} note={noteOf(reader, found, status)} />;
	const { current, ranking } = bracket;
	const [champion] = ranking;
	return (
		<>
			<h2>{title}</h2>
			<p className="accent">
				{current ? t("bracket.now", { round: current.roundName, number: current.number }) : status}
			</p>
			{current ? (
				<div className="match">
					{current.sides.map((side, index) => (
						<p key={index === 0 ? "first" : "second"}>
							<bdi className="name">{side?.name ?? "–"}</bdi>
							<span className="muted">{side?.slot}</span>
							<strong>{side?.result}</strong>
						</p>
					))}
				</div>
			) : champion ? (
				<p className="name">{t("bracket.champion", { name: champion.name })}</p>
			) : null}
		</>
	);
}

/** The running race, unless the scene of the tournament shows it; else the biggest wins of the day. */
async function readBoard(reader: Reader): Promise<ReactElement | null> {
	const { site, language, t, scenes } = reader;
	const open = scenes.includes("tournament") ? [] : await findOpenTournaments(site.db);
	const race = open.find((one) => one.kind === "race" && phaseOf(one, site.now()) === "running");
	if (race) {
		const { title, status, lines } = await readOverlay(site, race, language);
		return <Board {...{ title, t, lines }} note={noteOf(reader, race, status)} />;
	}
	const { leaders } = await site.leaders.read({ by: "win", span: "today" }, language);
	const lines = leaders.map((win) => ({ ...win, score: `+${formatPoints(win.amount, language)}` }));
	return lines.length > 0 ? <Board title={t("homePage.wins.title")} note="" {...{ t, lines }} /> : null;
}

async function readGoal({ site, language, t }: Reader): Promise<ReactElement | null> {
	const { GOAL_TEXT, GOAL_TARGET, GOAL_COUNTS, GOAL_SINCE, SITE_TIMEZONE } = site.config;
	if (!GOAL_TEXT) return null;
	const since = GOAL_SINCE ? instantIn(SITE_TIMEZONE, `${GOAL_SINCE}T00:00`).toISOString() : "";
	const value = await readGoalValue(site.db, GOAL_COUNTS, since);
	const points = (number: number) => formatPoints(number, language);
	return (
		<>
			<header>
				<h2>{GOAL_TEXT}</h2>
				<p className={value >= GOAL_TARGET ? "good" : "accent"}>
					{t("overlayScenes.goal", { shown: points(value), target: points(GOAL_TARGET) })}
				</p>
			</header>
			<progress max={GOAL_TARGET} value={Math.min(value, GOAL_TARGET)} />
		</>
	);
}

async function readCode({ site, t }: Reader): Promise<ReactElement | null> {
	const shown = await readShownCode(site);
	if (!shown) return null;
	const { code, points, claimsLeft, endsAt } = shown;
	const address = `${site.config.APP_ORIGIN}/claim`;
	const { size, path } = qrPath(`${address}/${encodeURIComponent(code)}`);
	return (
		<div className="code">
			<svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
				<path d={path} fill="currentColor" />
			</svg>
			<div>
				<p className="accent">{t("earning.overlay.points", { count: points })}</p>
				<p className="name">{code}</p>
				<p>{t("earning.overlay.enter", { address: address.replace(/^https?:\/\//, "") })}</p>
				<p>
					<TimeLeft at={endsAt} />{" "}
					{claimsLeft === null ? null : t("earning.overlay.left", { count: claimsLeft })}
				</p>
			</div>
		</div>
	);
}

/** The raffle that was just drawn, its places one after the other and the first one last; else the one that closes next. */
async function readShownRaffle(reader: Reader): Promise<ReactElement | null> {
	const { site, language, t } = reader;
	const all = await findNewestRaffles(site.db);
	const drawn = all.filter(({ state, drawnAt }) => state === "drawn" && isRecent(reader, drawnAt));
	const open = all.filter(({ state }) => state === "open" || state === "frozen");
	const last = drawn.reduce(
		(one, other) => ((other.drawnAt ?? "") > (one?.drawnAt ?? "") ? other : one),
		drawn[0],
	);
	const found = last ?? open.at(-1);
	const raffle = found && (await readRaffle(site, found.id, { viewer: undefined, language }));
	if (!raffle) return null;
	const { title, state, tickets, viewers, isOpen, closesAt, drawnMsAgo } = raffle;
	const winners = raffle.places.filter((place) => place.state !== "passed");
	const revealed = drawnMsAgo === null ? 0 : Math.min(winners.length, Math.floor(drawnMsAgo / REVEAL_MS));
	return (
		<>
			<h2>{title}</h2>
			{drawnMsAgo === null ? (
				<p className="accent">
					{t("raffles.tickets", { count: tickets })}, {t("raffles.viewers", { count: viewers })}{" "}
					{isOpen ? <TimeLeft at={Date.parse(closesAt)} /> : t(`raffles.states.${state}`)}
				</p>
			) : winners.length === 0 ? (
				<p>{t("raffles.nobody")}</p>
			) : null}
			<ol className="places">
				{winners.slice(winners.length - revealed).map(({ place, name, prize }) => (
					<li key={place}>
						<bdi className="name">{name ?? t("shell.anonymous")}</bdi>
						<span className="muted">{prize}</span>
					</li>
				))}
			</ol>
		</>
	);
}

async function readPrediction({ site, language, t }: Reader): Promise<ReactElement | null> {
	if (!site.config.PREDICTIONS) return null;
	const { markets } = await readPredictions(site, undefined, language);
	const inState = (state: string) => markets.find((one) => one.state === state);
	const market = inState("open") ?? inState("locked") ?? inState("decided");
	if (!market) return null;
	const { question, outcomes, pools, state, result, refund, leftMs } = market;
	const all = pools.reduce((sum, { points }) => sum + points, 0);
	return (
		<>
			<h2>{question}</h2>
			<ul className="outcomes">
				{outcomes.map((name, index) => {
					const points = pools[index]?.points ?? 0;
					return (
						<li key={name} className={result === index ? "good" : ""}>
							<span>{name}</span>
							<strong>{shareText(points, all, language)}</strong>
							<progress max={Math.max(1, all)} value={points} />
						</li>
					);
				})}
			</ul>
			<p className="accent">
				{state === "open" ? (
					<TimeLeft at={site.now().getTime() + leftMs} />
				) : refund ? (
					t(`predictions.refunds.${refund}`)
				) : state === "locked" ? (
					t("predictions.states.locked")
				) : (
					`${t("predictions.result")}: ${outcomes[result ?? -1] ?? ""}`
				)}
			</p>
		</>
	);
}

const render = (element: ReactElement | null) => (element ? renderToStaticMarkup(element) : "");

const READERS: Record<RenderedScene, (reader: Reader) => Promise<ReactElement | null>> = {
	...{ hunt: readHunt, board: readBoard, goal: readGoal, code: readCode, raffle: readShownRaffle },
	...{ tournament: readTournament, prediction: readPrediction },
};

/**
 * Renders scenes as everybody may see them. One that cannot be read is logged and left out, so that the overlay keeps what it shows
 * of it.
 */
export async function renderScenes(
	site: SceneSite,
	scenes: readonly Scene[],
	language: Language,
): Promise<RenderedScenes["html"]> {
	const reader = { site, language, scenes, t: i18nIn(language).t };
	const rendered = await Promise.all(
		scenes.filter(isRendered).map(async (scene) => {
			try {
				return [scene, render(await READERS[scene](reader))] as const;
			} catch (error) {
				site.log.error({ event: "overlay-scene-failed", scene, err: error });
				return undefined;
			}
		}),
	);
	return Object.fromEntries(rendered.filter((entry) => entry !== undefined));
}
