import type { TFunction } from "i18next";
import { formatExactMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet } from "../../engine/view";
import type { CrashAnswer, Intent } from "../page-data";
import type { Message } from "./use-message";

type Words = { t: TFunction; language: Language };

/** @returns the message for the answer to a form; undefined for none. */
export function messageOf(
	answer: CrashAnswer,
	intent: Intent | undefined,
	words: Words,
): Message | undefined {
	const { t } = words;
	if (!answer.ok) return { text: refusalOf(answer, intent, t), tone: "bad" };
	switch (answer.did) {
		case "placed":
			return { text: t("crash.placed"), tone: "good" };
		case "cancelled":
			return { text: t("crash.cancelled"), tone: "good" };
		case "queued":
			return { text: t("crash.queued"), tone: "good" };
		case "unqueued":
			return { text: t("crash.unqueued"), tone: "good" };
		case "cashedOut":
			return answer.bet ? cashedOut(answer.bet, words) : undefined;
		case "started":
		case "refilled":
			return undefined;
	}
}

export const cashedOut = (
	{ multiplier, payout }: Pick<PlayerBet, "multiplier" | "payout">,
	{ t, language }: Words,
): Message => ({
	text: t("crash.cashedOut", {
		multiplier: formatExactMultiplier(multiplier ?? 0, language),
		payout: formatPoints(payout ?? 0, language),
	}),
	tone: "good",
});

/** The error of the first invalid field is more specific than the general error. */
function refusalOf(
	answer: Extract<CrashAnswer, { ok: false }>,
	intent: Intent | undefined,
	t: TFunction,
): string {
	const isUnanswered = answer.code === "offline" || answer.code === "siteFailed";
	if (isUnanswered && intent === "place") return t("crash.placingFailed");
	if (isUnanswered && intent === "cash-out") return t("crash.cashingOutFailed");
	const [fieldError] = Object.values(answer.fieldErrors ?? {});
	return fieldError ?? answer.message ?? t(`errors.${answer.code}` as "errors.offline");
}
