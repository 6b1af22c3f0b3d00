import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import { defineInstantGame } from "../instant/instant-game.server";
import { CHANCES, DICE, formatRoll, MAX_WIN, SIDES, targetOf, winOf } from "./dice";

const invalid = fieldError("invalidInput");

export const dice = defineInstantGame({
	card: { id: "dice", minBet: 5, maxWin: MAX_WIN },
	opensWith: "DICE_OPEN",
	rules: DICE,
	fields: {
		chance: z.number(invalid).refine((chance) => CHANCES.includes(chance), invalid),
		side: z.enum(SIDES, invalid),
	},
	checkBet(bet) {
		if (winOf(bet) > MAX_WIN) throw new DomainError("winTooHigh", { max: MAX_WIN });
	},
	animationMs: () => 2000,
	winName: "Dice",
	entryName: (t) => t("lobby.game.dice.name"),
	texts: {
		result: (t, { input, outcome: [roll = 0] }, language) =>
			t(`dice.result.${input.side}`, {
				roll: formatRoll(roll, language),
				target: formatRoll(targetOf(input), language),
			}),
		value: (t) => t("dice.roll"),
		formula: (t) => [t("instant.formulaNumber"), t("dice.formulaRoll")],
		rules: (t) => ({
			howTo: t("dice.howToText"),
			objective: t("dice.objectiveText"),
			fair: t("instant.fairText"),
			rtp: t("dice.rtpText"),
			conditions: t("instant.conditionsText"),
		}),
	},
});
