import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Code } from "../../fairness/code";
import { MAX_MULTIPLIER } from "../engine/curve";
import { DRAW_BITS, DRAW_DIGITS, LIVE_RTP } from "../engine/live-draw";

/** Explains the hash chain and the draw of a live flight in enough detail to implement them. */
export function LiveFormula({ language }: { language: Language }) {
	const { t } = useTranslation();
	const most = formatExactMultiplier(MAX_MULTIPLIER, language);
	return (
		<ol className="grid list-decimal gap-2 pl-5">
			<li>
				{t("crashFairness.live.chainStep")}
				<Code>hash[n] = SHA-256(hash[n + 1])</Code>
			</li>
			<li>
				{t("crashFairness.live.numberStep", { digits: DRAW_DIGITS, bits: DRAW_BITS })}
				<Code>HMAC-SHA256(key = hash, message = salt)</Code>
			</li>
			<li>
				{t("crashFairness.live.pointStep")}
				<Code>
					min({MAX_MULTIPLIER / 100}, max(1, {LIVE_RTP} / (1 - X)))
				</Code>
			</li>
			<li>{t("crashFairness.live.rtpStep", { most, rtp: formatPercent(LIVE_RTP, language) })}</li>
		</ol>
	);
}
