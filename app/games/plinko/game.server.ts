import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { formatPercent } from "~/i18n/format";
import { defineInstantGame } from "../instant/instant-game.server";
import { EXACT_RTP, MAX_BALLS, maxPayout, PLINKO, STATED_RTP } from "./plinko";

const ballsError = fieldError("ballsOutOfRange");

export const plinko = defineInstantGame({
	card: { id: "plinko", minBet: 10, maxWin: 1000 },
	rules: PLINKO,
	fields: { balls: z.number(ballsError).int(ballsError).min(1, ballsError).max(MAX_BALLS, ballsError) },
	maxBet: "PLINKO_MAX_BET",
	maxPayout,
	animationMs: (balls) => 8000 + 150 * balls,
	winName: "Navalhas Plinko",
	nameInLists: "plinko",
	entryName: (t) => t("plinko.entryName"),
	texts: {
		result: (t, { outcome }) => t("history.balls", { count: outcome.length }),
		value: (t) => t("plinko.slot"),
		formula: (t) => [t("plinko.formulaBalls"), t("plinko.formulaSlot")],
		rules: (t, language) => ({
			howTo: t("plinko.howToText"),
			objective: t("plinko.objectiveText"),
			rtp: t("plinko.rtpText", {
				stated: formatPercent(STATED_RTP, language),
				exact: formatPercent(EXACT_RTP, language),
			}),
			fair: t("plinko.fairText"),
			conditions: t("plinko.conditionsText"),
		}),
	},
});
