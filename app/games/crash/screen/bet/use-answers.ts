import type { FetcherWithComponents } from "@remix-run/react";
import { type Dispatch, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { DEMO_WALLET } from "../../../wallet";
import type { PlayerResult } from "../../engine/player-results";
import type { CrashAnswer, Intent } from "../page-data";
import { cashOutMessage, messageOf, useMessage } from "./messages";

interface Options {
	page: { wallet: string; idempotencyKey: string; language: Language };
	fetcher: FetcherWithComponents<CrashAnswer>;
	/** The answer with which the page was rendered, without scripts. */
	answer: CrashAnswer | undefined;
	/** The newest result of the player's bets. */
	lastResult: PlayerResult | undefined;
	/** Called once for each successful answer of the fetcher. */
	dispatch: Dispatch<Extract<CrashAnswer, { ok: true }>>;
}

/**
 * Applies the answers to the page's forms: shows their messages, updates the displayed balance (except of demo points)
 * and the idempotency key. It also shows cash-outs and refunds that come with `lastResult` only.
 * @returns the idempotency key of the next bet, the message to show, and a function that shows another one.
 */
export function useAnswers({ page, fetcher, answer, lastResult, dispatch }: Options) {
	const { t } = useTranslation();
	const { language } = page;
	const { settle } = useDisplayedBalance();
	const [idempotencyKey, setIdempotencyKey] = useState(page.idempotencyKey);
	const answered = fetcher.data;
	// When the page becomes another player's, of the answers to the previous player only a refusal is shown.
	const outdated = useRef(answered?.ok ? answered : undefined).current;
	const [message, showMessage] = useMessage(
		answer && answer !== outdated ? messageOf(answer, undefined, { t, language }) : undefined,
	);
	const intent = useRef<Intent>();
	const submitted = fetcher.formData?.get("intent");
	useEffect(() => {
		if (submitted) intent.current = submitted as Intent;
	}, [submitted]);
	useEarlyEffect(() => setIdempotencyKey(page.idempotencyKey), [page]);

	const latest = useRef({ settle, isDemo: false, t });
	useEarlyEffect(() => {
		latest.current = { settle, isDemo: page.wallet === DEMO_WALLET, t };
	});
	// Early: the form that can be sent again has the next key and offers the next action.
	useEarlyEffect(() => {
		if (!answered || answered === outdated) return;
		const { settle, isDemo, t } = latest.current;
		showMessage(messageOf(answered, intent.current, { t, language }));
		if (!answered.ok) return;
		if (answered.idempotencyKey) setIdempotencyKey(answered.idempotencyKey);
		if (answered.balance !== undefined && !isDemo) settle(answered.balance);
		dispatch(answered);
	}, [answered, outdated, language, showMessage, dispatch]);

	// Automatic cash-outs and refunds of voided rounds come from the stream only.
	const reported = useRef(`${lastResult?.id} ${lastResult?.status}`);
	useEffect(() => {
		const result = `${lastResult?.id} ${lastResult?.status}`;
		if (result === reported.current) return;
		reported.current = result;
		const { t } = latest.current;
		if (lastResult?.status === "cashed_out") showMessage(cashOutMessage(lastResult, { t, language }));
		if (lastResult?.status === "refunded") showMessage({ text: t("errors.betRefunded"), tone: "good" });
	}, [lastResult, language, showMessage]);

	return { idempotencyKey, message, showMessage };
}
