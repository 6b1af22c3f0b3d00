import type { RtpChart, RtpRow } from "../engine/rtp";
import { rtpOf, type SoloDraw, STATED_RTP } from "../engine/solo-draw";

const WIDTH = 360;
const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 348;
const TOP = 10;
const FLOOR = 190;
const LOWEST_TARGET = 101;
const HIGHEST_TARGET = 1000;
const HIGHEST_RTP = 1.2;
const TARGET_TICKS = [101, 150, 200, 300, 500, 1000];
const RTP_TICKS = [0, 0.25, 0.5, 0.75, 1];
const KEY_TARGETS = [101, 120, 150, 192, 200, 300, 500, 750, 999];

/** The chance and expected return of a draw at {@link KEY_TARGETS}, for the table. */
export const rtpRows = (draw: SoloDraw): RtpRow[] =>
	KEY_TARGETS.map((target) => ({ target, chance: draw.chanceOf(target), rtp: rtpOf(draw, target) }));

/** The chart of a draw's expected return by target. Computed on the server, so that the browser needs no library. */
export function drawRtpChart(draw: SoloDraw): RtpChart {
	const all = Array.from({ length: HIGHEST_TARGET - LOWEST_TARGET + 1 }, (_, at) => LOWEST_TARGET + at);
	const line = all.map((target) => `${xOf(target).toFixed(1)} ${yOf(rtpOf(draw, target)).toFixed(1)}`);
	return {
		width: WIDTH,
		height: HEIGHT,
		left: LEFT,
		right: RIGHT,
		floor: FLOOR,
		line: `M${line.filter((_, at) => at % 4 === 0 || at === line.length - 1).join("L")}`,
		statedY: yOf(STATED_RTP),
		targets: TARGET_TICKS.map((target) => ({ target, x: xOf(target) })),
		returns: RTP_TICKS.map((rtp) => ({ rtp, y: yOf(rtp) })),
	};
}

/** The target axis is logarithmic. */
const xOf = (target: number): number =>
	LEFT + (RIGHT - LEFT) * (Math.log(target / LOWEST_TARGET) / Math.log(HIGHEST_TARGET / LOWEST_TARGET));

const yOf = (rtp: number): number => FLOOR - (FLOOR - TOP) * (rtp / HIGHEST_RTP);
