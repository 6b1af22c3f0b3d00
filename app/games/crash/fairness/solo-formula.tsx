import { useTranslation } from "react-i18next";
import { Code } from "../../fairness/code";
import { MAX_MULTIPLIER } from "../engine/curve";

/** Explains the draws of a solo flight in enough detail to implement them. */
export function SoloFormula() {
	const { t } = useTranslation();
	return (
		<section className="grid gap-2">
			<h3 className="font-bold">{t("fairness.formula")}</h3>
			<ol className="grid list-decimal gap-2 pl-5">
				<li>
					{t("crashFairness.solo.block")}
					<Code>HMAC-SHA256(key = serverSeed, message = clientSeed + ":" + nonce + ":0")</Code>
				</li>
				<li>{t("crashFairness.solo.number")}</li>
				<li>{t("crashFairness.solo.byTable")}</li>
				<li>
					{t("crashFairness.solo.byFormula")}
					<Code>min({MAX_MULTIPLIER / 100}, max(1, 0.99 / (1 - X)))</Code>
				</li>
			</ol>
		</section>
	);
}
