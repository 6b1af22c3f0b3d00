import type { TFunction } from "i18next";
import { Check, Crown, Goal, type LucideIcon, Scale, Swords, Target, Ticket, Trophy } from "lucide-react";
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
import { isRendered, type RenderedScene, type RenderedScenes, type Scene, SHARED_MS } from "./scenes";

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
/** Letters from which on a name has smaller ones. */
const LONG = { name: 14, whole: 26 };

/** Whether something that happened at an instant is still shown. */
const isRecent = ({ site }: Reader, instant: string | null) =>
	instant !== null && site.now().getTime() - Date.parse(instant) < RESULT_MS;

/** The script of the page writes the time that is left. */
const TimeLeft = ({ at }: { at: number }) => <strong className="clock" data-ends={at} />;

/** The first line of a panel, with what changes most on its right. */
const Head = ({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children?: ReactNode }) => (
	<header>
		<Icon />
		<h2>{title}</h2>
		<p className="accent">{children}</p>
	</header>
);

/** A name in large letters. A long one has smaller letters, because half of a name or code is worth nothing. */
const Name = ({ children, className = "" }: { children: string; className?: string }) => (
	<p
		className={`name ${children.length > LONG.whole ? "longest" : children.length > LONG.name ? "long" : ""} ${className}`}
	>
		<bdi>{children}</bdi>
	</p>
);

const Bar = ({ value, max, className }: { value: number; max: number; className?: string | undefined }) => (
	<progress max={Math.max(1, max)} value={Math.min(value, max)} className={className} />
);

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
	t,
	lines,
	children,
	...head
}: {
	t: TFunction;
	lines: Line[];
	icon: LucideIcon;
	title: string;
	children?: ReactNode;
}) => (
	<>
		<Head {...head}>{children}</Head>
		<ol className="board ranked">
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
	const [count, total] = [statistics.countOpenedBonus ?? 0, statistics.countTotalBonus ?? 0];
	const [shownCount, shownTotal] = [formatPoints(count, language), formatPoints(total, language)];
	return (
		<>
			<Head icon={Target} title={local?.title ?? t("hunt.title")}>
				{t("hunt.progress", { opened: shownCount, total: shownTotal })}
			</Head>
			<Bar value={count} max={total} className="thin" />
			{opened ? (
				<div className="opening" data-key={`${at} ${opened.slotName}`} data-testid="opening">
					{picture ? <img src={picture} alt="" /> : null}
					<div>
						<Name>{opened.slotName}</Name>
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
			<Head icon={Target} title={title} />
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
					<Crown />{" "}
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
	if (!bracket) return <Board {...{ icon: Swords, title, t, lines }}>{noteOf(reader, found, status)}</Board>;
	const { current, ranking, matches } = bracket;
	const [champion] = ranking;
	return (
		<>
			<Head icon={Swords} title={title} />
			<p className="accent">
				{current ? t("bracket.now", { round: current.roundName, number: current.number }) : status}
			</p>
			{current ? (
				<div className="match" data-key={`${current.round} ${current.number}`}>
					{current.sides.map((side, index) => (
						<div key={index === 0 ? "first" : "second"}>
							<Name>{side?.name ?? "–"}</Name>
							<p className="muted">{side?.slot}</p>
							<strong>{side?.result}</strong>
						</div>
					))}
				</div>
			) : champion ? (
				<Name className="good">{t("bracket.champion", { name: champion.name })}</Name>
			) : null}
			<ol className="matches">
				{matches
					.filter(({ round, number }) => round === current?.round && number !== current.number)
					.slice(0, SHOWN_LINES)
					.map(({ number, sides }) => (
						<li key={number}>
							{sides.map((side, index) => (
								<bdi key={index === 0 ? "first" : "second"} className={side?.hasWon ? "accent" : "muted"}>
									{side?.name ?? "–"}
								</bdi>
							))}
						</li>
					))}
			</ol>
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
		return <Board {...{ icon: Swords, title, t, lines }}>{noteOf(reader, race, status)}</Board>;
	}
	const { leaders } = await site.leaders.read({ by: "win", span: "today" }, language);
	const lines = leaders.map((win) => ({ ...win, score: `+${formatPoints(win.amount, language)}` }));
	return lines.length > 0 ? <Board icon={Trophy} title={t("homePage.wins.title")} {...{ t, lines }} /> : null;
}

async function readGoal({ site, language, t }: Reader): Promise<ReactElement | null> {
	const { GOAL_TEXT, GOAL_TARGET, GOAL_COUNTS, GOAL_SINCE, SITE_TIMEZONE } = site.config;
	if (!GOAL_TEXT) return null;
	const since = GOAL_SINCE ? instantIn(SITE_TIMEZONE, `${GOAL_SINCE}T00:00`).toISOString() : "";
	const value = await readGoalValue(site.db, GOAL_COUNTS, since);
	const points = (number: number) => formatPoints(number, language);
	const isReached = value >= GOAL_TARGET;
	return (
		<>
			<Head icon={isReached ? Check : Goal} title={GOAL_TEXT}>
				{t("overlayScenes.goal", { shown: points(value), target: points(GOAL_TARGET) })}
			</Head>
			<Bar value={value} max={GOAL_TARGET} className={isReached ? "reached" : undefined} />
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
				<Name>{code}</Name>
				<p>{t("earning.overlay.enter", { address: address.replace(/^https?:\/\//, "") })}</p>
				<p className="ends">
					<TimeLeft at={endsAt} />
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
			<Head icon={Ticket} title={title}>
				{isOpen ? <TimeLeft at={Date.parse(closesAt)} /> : null}
			</Head>
			{drawnMsAgo === null ? (
				<p className="accent">
					{isOpen ? "" : `${t(`raffles.states.${state}`)} · `}
					{t("raffles.tickets", { count: tickets })}, {t("raffles.viewers", { count: viewers })}
				</p>
			) : winners.length === 0 ? (
				<p>{t("raffles.nobody")}</p>
			) : null}
			{/* The last place comes first and the style sheet reverses them, so that a further one is added at the end. */}
			<ol className="places">
				{winners
					.slice(winners.length - revealed)
					.reverse()
					.map(({ place, name, prize }, index) => (
						<li key={place} data-key={place}>
							<b>{winners.length - index}</b>
							<div>
								<Name>{name ?? t("shell.anonymous")}</Name>
								<p className="muted">{prize}</p>
							</div>
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
			<Head icon={Scale} title={question}>
				{state === "open" ? <TimeLeft at={site.now().getTime() + leftMs} /> : null}
			</Head>
			<ul className="outcomes">
				{outcomes.map((name, index) => {
					const points = pools[index]?.points ?? 0;
					return (
						<li key={name} className={result === null ? "" : result === index ? "good" : "lost"}>
							<span>
								{result === index ? <Check /> : null} {name}
							</span>
							<strong>{shareText(points, all, language)}</strong>
							<Bar value={points} max={all} />
						</li>
					);
				})}
			</ul>
			{state === "open" ? null : (
				<p className="accent" data-key={state}>
					{refund
						? t(`predictions.refunds.${refund}`)
						: state === "locked"
							? t("predictions.states.locked")
							: `${t("predictions.result")}: ${outcomes[result ?? -1] ?? ""}`}
				</p>
			)}
		</>
	);
}

const render = (element: ReactElement | null) => (element ? renderToStaticMarkup(element) : "");

const READERS: Record<RenderedScene, (reader: Reader) => Promise<ReactElement | null>> = {
	...{ hunt: readHunt, board: readBoard, goal: readGoal, code: readCode, raffle: readShownRaffle },
	...{ tournament: readTournament, prediction: readPrediction },
};

interface Shared {
	at: number;
	html: Promise<string | undefined>;
}

const shared = new WeakMap<SceneSite["db"], Map<string, Shared>>();

/** Renders a scene. One that cannot be read is logged and left out, so that the overlay keeps what it shows of it. */
async function renderScene(reader: Reader, scene: RenderedScene): Promise<string | undefined> {
	try {
		return render(await READERS[scene](reader));
	} catch (error) {
		reader.site.log.error({ event: "overlay-scene-failed", scene, err: error });
		return undefined;
	}
}

/** The scene as another source got it within the last {@link SHARED_MS}, so that many sources cost little more than one. */
function renderShared(reader: Reader, scene: RenderedScene): Promise<string | undefined> {
	const { site, language, scenes } = reader;
	const ofSite = shared.get(site.db) ?? new Map<string, Shared>();
	shared.set(site.db, ofSite);
	const key = `${scene} ${language} ${scene === "board" && scenes.includes("tournament")}`;
	const at = site.now().getTime();
	const known = ofSite.get(key);
	if (known && Math.abs(at - known.at) < SHARED_MS) return known.html;
	const html = renderScene(reader, scene);
	ofSite.set(key, { at, html });
	return html;
}

/** Renders scenes as everybody may see them. */
export async function renderScenes(
	site: SceneSite,
	scenes: readonly Scene[],
	language: Language,
): Promise<RenderedScenes["html"]> {
	const reader = { site, language, scenes, t: i18nIn(language).t };
	const shown = scenes.filter(isRendered);
	const html = await Promise.all(shown.map((scene) => renderShared(reader, scene)));
	return Object.fromEntries(
		shown.flatMap((scene, index) => (html[index] === undefined ? [] : [[scene, html[index]]])),
	);
}
