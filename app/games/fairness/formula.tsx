import { useTranslation } from "react-i18next";

/** Explains the Plinko draw in enough detail to implement it. */
export function Formula() {
	const { t } = useTranslation();
	return (
		<section className="grid gap-2">
			<h3 className="font-bold">{t("fairness.formula")}</h3>
			<ol className="grid list-decimal gap-2 pl-5">
				<li>
					{t("fairness.formulaSteps.block")}
					<code className="mono mt-1 block rounded-xl bg-raised px-3 py-2">
						HMAC-SHA256(key = serverSeed, message = clientSeed + ":" + nonce + ":" + cursor)
					</code>
				</li>
				<li>{t("fairness.formulaSteps.number")}</li>
				<li>{t("fairness.formulaSteps.slot")}</li>
			</ol>
		</section>
	);
}
