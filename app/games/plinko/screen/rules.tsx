import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { EXACT_RTP, STATED_RTP } from "../engine/plinko";
import { PayoutTable } from "./payout-table";

/** The rules of Plinko, with the payout table and the stated and exact expected return. */
export function Rules({ language }: { language: Language }) {
	const { t } = useTranslation();
	const rtp = { stated: formatPercent(STATED_RTP, language), exact: formatPercent(EXACT_RTP, language) };
	return (
		<div className="grid gap-6">
			<Part title={t("plinko.howTo")}>{t("plinko.howToText")}</Part>
			<Part title={t("plinko.objective")}>{t("plinko.objectiveText")}</Part>
			<Part title={t("plinko.fair")}>
				{t("plinko.fairText")}{" "}
				<Link to="/fairness" className="link">
					{t("plinko.fairLink")}
				</Link>
			</Part>
			<div className="grid gap-3">
				<Part title={t("plinko.rtp")}>{t("plinko.rtpText", rtp)}</Part>
				<PayoutTable language={language} />
			</div>
			<Part title={t("plinko.conditions")}>{t("plinko.conditionsText")}</Part>
		</div>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="grid gap-1">
			<h3 className="text-lg font-bold">{title}</h3>
			<p>{children}</p>
		</section>
	);
}
