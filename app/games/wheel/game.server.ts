import { formatMultiplier } from "~/i18n/format";
import { defineInstantGame } from "../instant/instant-game.server";
import { multiplierOf, WHEEL } from "./wheel";

export const wheel = defineInstantGame({
	card: { id: "wheel", minBet: 20, maxWin: 2000 },
	opensWith: "WHEEL_OPEN",
	rules: WHEEL,
	fields: {},
	animationMs: () => 5000,
	winName: "Wheel of fortune",
	entryName: (t) => t("lobby.game.wheel.name"),
	texts: {
		result: (_t, { outcome: [segment = 0] }, language) => formatMultiplier(multiplierOf(segment), language),
		value: (t) => t("wheel.segment"),
		formula: (t) => [t("instant.formulaNumber"), t("wheel.formulaSegment")],
		rules: (t) => ({
			howTo: t("wheel.howToText"),
			objective: t("wheel.objectiveText"),
			fair: t("instant.fairText"),
			rtp: t("wheel.rtpText"),
			conditions: t("instant.conditionsText"),
		}),
	},
});
