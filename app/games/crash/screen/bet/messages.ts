import type { TFunction } from "i18next";
import { useCallback, useEffect, useState } from "react";
import { formatExactMultiplier, formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet } from "../../engine/view";
import type { CrashAnswer, Intent } from "../page-data";

export interface Message {
	text: string;
	tone: "good" | "bad";
}

const SHOWN_MS = 3000;

/**
 * A message that disappears after {@link SHOWN_MS}. Without scripts the first one stays.
 * @param first the message of the first render; later values are ignored.
 * @returns the message to show, undefined for none, and a function that shows another one; it ignores undefined.
 */
export function useMessage(first: Message | undefined) {
	const [message, setMessage] = useState(first);
	useEffect(() => {
		if (!message) return;
		const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message]);
	const showMessage = useCallback((next: Message | undefined) => next && setMessage({ ...next }), []);
	return [message, showMessage] as const;
}

type I18n = { t: TFunction; language: Language };

/**
 * The localised message for the answer to a form; undefined for an answer that needs none.
 * @param intent of the form, for errors without a response; undefined if it is unknown.
 */
export function messageOf(answer: CrashAnswer, intent: Intent | undefined, i18n: I18n): Message | undefined {
	const { t } = i18n;
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
			return answer.bet ? cashOutMessage(answer.bet, i18n) : undefined;
		case "renamed":
			return { text: t("crash.renamed"), tone: "good" };
		case "reacted":
		case "started":
		case "flown":
		case "refilled":
			return undefined;
	}
}

/** The message for a bet that was cashed out. */
export const cashOutMessage = (
	{ stake, multiplier, payout }: Pick<PlayerBet, "stake" | "multiplier" | "payout">,
	{ t, language }: I18n,
): Message => ({
	text: t("crash.cashedOut", {
		multiplier: formatExactMultiplier(multiplier ?? 0, language),
		payout: formatPoints(payout ?? 0, language),
		net: formatNet((payout ?? 0) - stake, language),
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
