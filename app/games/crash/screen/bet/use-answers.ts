import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { useShownBalance } from "~/ui/displayed-balance";
import type { PlayerResult } from "../../engine/player-results";
import type { CrashAnswer, Intent } from "../page-data";
import { cashedOut, messageOf } from "./answer-messages";
import { useMessage } from "./use-message";

interface Asked {
	page: { wallet: string; idempotencyKey: string; language: Language };
	fetcher: FetcherWithComponents<CrashAnswer>;
	answer: CrashAnswer | undefined;
	/** Of the player's bets, the one that ended last. */
	lastResult: PlayerResult | undefined;
	onAccepted(answer: Extract<CrashAnswer, { ok: true }>): void;
}

/** What the answers to the page's forms bring: a balance, the next request's id, a word to the player. */
export function useAnswers({ page, fetcher, answer, lastResult, onAccepted }: Asked) {
	const { t } = useTranslation();
	const { language } = page;
	const { settle } = useShownBalance();
	const [idempotencyKey, setRequestId] = useState(page.idempotencyKey);
	const [message, say] = useMessage(answer && messageOf(answer, undefined, { t, language }));
	const intent = useRef<Intent>();
	const answered = fetcher.data;
	const asked = fetcher.formData?.get("intent");
	useEffect(() => {
		if (asked) intent.current = asked as Intent;
	}, [asked]);
	useEffect(() => setRequestId(page.idempotencyKey), [page]);

	const latest = useRef({ onAccepted, settle, isDemo: false, t });
	useEffect(() => {
		latest.current = { onAccepted, settle, isDemo: page.wallet === "demo", t };
	});
	useEffect(() => {
		if (!answered) return;
		const { onAccepted, settle, isDemo, t } = latest.current;
		say(messageOf(answered, intent.current, { t, language }));
		if (!answered.ok) return;
		if (answered.idempotencyKey) setRequestId(answered.idempotencyKey);
		if (answered.balance !== undefined && !isDemo) settle(answered.balance);
		onAccepted(answered);
	}, [answered, language, say]);

	// Automatic cash-outs and refunds of voided rounds come from the stream only.
	const told = useRef(`${lastResult?.betId} ${lastResult?.status}`);
	useEffect(() => {
		const news = `${lastResult?.betId} ${lastResult?.status}`;
		if (news === told.current) return;
		told.current = news;
		const { t } = latest.current;
		if (lastResult?.status === "cashed_out") say(cashedOut(lastResult, { t, language }));
		if (lastResult?.status === "refunded") say({ text: t("errors.betRefunded"), tone: "good" });
	}, [lastResult, language, say]);

	return { idempotencyKey, message, say };
}
