import type { TFunction } from "i18next";
import { nameOf } from "~/games/crash/engine/alias";
import { LADDER, momentOf, START, TICK_MS } from "~/games/crash/engine/curve";
import { type LiveChange, withFrame } from "~/games/crash/engine/live-frames";
import type { LiveState, PublicBet, RoundView, Tick } from "~/games/crash/engine/view";
import { formatExactMultiplier, formatPoints, formatSeconds } from "~/i18n/format";
import type { Language } from "~/i18n/languages";

const SHOWN_PLAYERS = 6;
/** The curve fills this part of its width and height, is drawn in this many lines, and bent: the climb begins nearly straight. */
const CURVE = { filled: 0.88, lines: 60, bend: 1.6 };
/** Ticks and hundredths that the plot has at least. */
const LEAST = { ticks: 60, climb: 100 };
/** Of the multiplier, by tick. */
const GROWTH = 1.003;

const element = (name: string, className = "", text = "") => {
	const created = document.createElement(name);
	Object.assign(created, { className, textContent: text });
	return created;
};

/** Draws live Crash into a section: the multiplier and its curve, or the time until the flight, and who plays. */
export function createCrash(section: HTMLElement, t: TFunction, language: Language) {
	const label = element("p", "accent");
	const value = element("p", "multiplier");
	const plot = document.createElement("canvas");
	const players = element("ol", "board");
	section.append(label, value, plot, players);
	let state: LiveState | undefined;
	/** ms of `performance.now()` at which the phase began, as this page knows it. */
	let beganAt = 0;
	let tick: Tick = [0, START, TICK_MS];
	let tickAt = 0;

	const phase = () => state?.round?.phase;

	function take(round: RoundView | null) {
		if (!round) return;
		beganAt = performance.now() - round.elapsed;
		section.dataset.phase = round.phase;
		label.textContent = t(`crash.phase.${round.phase}`);
		if (round.phase === "flying") tick = [round.elapsed, round.multiplier, TICK_MS];
		tickAt = performance.now();
	}

	const lineOf = (bet: PublicBet) => {
		const line = element("li", bet.status === "cashed_out" ? "good" : bet.status === "lost" ? "muted" : "");
		const isOut = bet.status === "cashed_out" && bet.multiplier !== null;
		const score = isOut
			? `${formatExactMultiplier(bet.multiplier ?? START, language)} · +${formatPoints((bet.payout ?? 0) - bet.stake, language)}`
			: formatPoints(bet.stake, language);
		line.append(element("bdi", "", nameOf(bet.player, t)), element("strong", "", score));
		return line;
	};

	/** Exits first: viewers look for them. */
	function showPlayers() {
		const bets = state?.bets ?? [];
		const order = (bet: PublicBet) =>
			(bet.status === "cashed_out" ? (bet.multiplier ?? 0) * 1e12 : 0) + bet.stake;
		const first = [...bets].sort((one, other) => order(other) - order(one)).slice(0, SHOWN_PLAYERS);
		players.replaceChildren(...first.map(lineOf));
	}

	function drawCurve(elapsed: number) {
		const [width, height] = [plot.clientWidth, plot.clientHeight].map((size) => size * devicePixelRatio) as [
			number,
			number,
		];
		if (plot.width !== width || plot.height !== height) Object.assign(plot, { width, height });
		const paper = plot.getContext("2d");
		if (!paper || !width) return;
		const end = elapsed / TICK_MS;
		const risenAt = (LADDER[Math.floor(end)] ?? START) - START;
		const across = Math.max(LEAST.ticks, end) / CURVE.filled;
		const up = Math.max(LEAST.climb, risenAt) / CURVE.filled;
		const edge = height / 18;
		/** Room for the dot at the end of the curve. */
		const room = 1.4 * edge;
		const [left, bottom] = [room, height - room];
		let [x, y] = [left, bottom];
		paper.clearRect(0, 0, width, height);
		paper.beginPath();
		for (let line = 0; line <= CURVE.lines; line++) {
			const position = (end * line) / CURVE.lines;
			// The ladder climbs in whole hundredths, which would show as kinks.
			const part = (GROWTH ** position - 1) / Math.max(GROWTH ** end - 1, Number.EPSILON);
			x = left + (position / across) * (width - 2 * room);
			y = bottom - ((part * risenAt) / up) ** CURVE.bend * (height - 2 * room);
			paper.lineTo(x, y);
		}
		const colour = getComputedStyle(section).getPropertyValue("--curve");
		const style = {
			strokeStyle: colour,
			fillStyle: colour,
			lineWidth: edge,
			lineCap: "round",
			lineJoin: "round",
		};
		Object.assign(paper, style);
		paper.stroke();
		paper.lineTo(x, bottom);
		paper.lineTo(left, bottom);
		paper.globalAlpha = 0.18;
		paper.fill();
		paper.globalAlpha = 1;
		paper.beginPath();
		paper.arc(x, y, edge * 1.3, 0, 2 * Math.PI);
		paper.fill();
	}

	return {
		receive(event: string, data: unknown) {
			if (event === "tick") {
				tick = data as Tick;
				tickAt = performance.now();
				return;
			}
			if (event === "state") state = data as LiveState;
			else if (event === "phase" && data === null) state = state && { ...state, round: null };
			else if (state) state = withFrame(state, { event, data } as LiveChange);
			if (event !== "bets") take(state?.round ?? null);
			section.hidden = !state?.round;
			showPlayers();
		},
		/** Whether the section changes with time. */
		isFlying: () => phase() === "flying",
		/** Shows the present moment. A flight never runs ahead of what the site has sent. */
		drawNow() {
			const round = state?.round;
			if (!round) return;
			const passed = performance.now();
			if (round.phase === "waiting") {
				value.textContent = formatSeconds(Math.max(0, (round.lasts ?? 0) - (passed - beganAt)), language);
				return drawCurve(0);
			}
			const [elapsed, multiplier, interval] = tick;
			value.textContent = formatExactMultiplier(
				round.phase === "crashed" ? round.multiplier : multiplier,
				language,
			);
			if (round.phase === "crashed") drawCurve(momentOf(round.multiplier));
			else drawCurve(Math.max(0, Math.min(elapsed, elapsed - interval + (passed - tickAt))));
		},
	};
}
