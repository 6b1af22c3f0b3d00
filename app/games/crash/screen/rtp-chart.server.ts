import { formatExactMultiplier, formatPercent } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { rtpOf, SOLO_DRAWS, type SoloDraw } from "../engine/solo-draw";

const WIDTH = 360;
const HEIGHT = 180;
const LOWEST_TARGET = 101;
const HIGHEST_TARGET = 1000;
/** From the top. */
const LEVELS = [1.25, 1, 0.75, 0.5, 0.25, 0];
/** Evenly spaced on the axis, which is logarithmic. */
const TARGET_TICKS = [101, 160, 250, 400, 630, 1000];
const KEY_TARGETS = [101, 120, 150, 192, 200, 300, 500, 750, 999];

/**
 * The expected return of an automatic cash-out at {@link KEY_TARGETS}: `chance` is the share of flights that reach the target, from 0
 * to 1; an `rtp` of 1 is break-even.
 */
export const rtpRows = (draw: SoloDraw) =>
	KEY_TARGETS.map((target) => ({ target, chance: draw.chanceOf(target), rtp: rtpOf(draw, target) }));

/**
 * The chart of a draw's expected return by target, with that of the even draw for comparison. Computed on the server, so that the
 * browser needs no library.
 */
export function drawRtpChart(draw: SoloDraw) {
	const line = lineOf(draw);
	const area = `${line}V${HEIGHT}H0z`;
	const evenLine = lineOf(SOLO_DRAWS.even);
	return { width: WIDTH, height: HEIGHT, levels: LEVELS, targets: TARGET_TICKS, line, area, evenLine };
}

const TARGETS = Array.from({ length: HIGHEST_TARGET - LOWEST_TARGET + 1 }, (_, at) => LOWEST_TARGET + at);

function lineOf(draw: SoloDraw): string {
	const line = TARGETS.map((target) => `${xOf(target).toFixed(1)} ${yOf(rtpOf(draw, target)).toFixed(1)}`);
	return `M${line.filter((_, at) => at % 4 === 0 || at === line.length - 1).join("L")}`;
}

/**
 * Both draws of solo Crash, for admins who choose one: a chart and a sentence, with numbers from the rules. `label` is the chart's text
 * alternative.
 */
export function compareDraws(language: Language) {
	const { t } = i18nIn(language);
	const { table, even } = SOLO_DRAWS;
	const [best = LOWEST_TARGET] = TARGETS.toSorted((one, other) => rtpOf(table, other) - rtpOf(table, one));
	const lossy = TARGETS.findIndex((target) => rtpOf(table, target) < 1);
	const figures = {
		until: formatExactMultiplier(TARGETS[lossy - 1] ?? HIGHEST_TARGET, language),
		target: formatExactMultiplier(best, language),
		best: formatPercent(rtpOf(table, best), language),
		even: formatPercent(rtpOf(even, best), language),
	};
	return {
		chart: drawRtpChart(table),
		sentence: t("checklist.steps.draw.hint", figures),
		label: t("checklist.draws.label", figures),
		captions: [t("checklist.draws.table"), t("checklist.draws.even")] as [string, string],
	};
}

const xOf = (target: number): number =>
	WIDTH * (Math.log(target / LOWEST_TARGET) / Math.log(HIGHEST_TARGET / LOWEST_TARGET));

const yOf = (rtp: number): number => HEIGHT * (1 - rtp / (LEVELS[0] ?? 1));
