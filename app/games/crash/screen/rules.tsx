import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { STATED_RTP } from "../engine/solo-draw";
import { type Drawing, RtpChart, RtpTable } from "./rtp-chart";
import type { rtpRows } from "./rtp-chart.server";

interface Props {
	language: Language;
	/** The expected return at several targets, for the table. */
	rows: ReturnType<typeof rtpRows>;
}

/** The rules of solo Crash, with the expected return of the draw in use. */
export function SoloRules({ language, rows, chart }: Props & { chart: Drawing }) {
	const { t } = useTranslation();
	const best = rows.reduce((one, other) => (other.rtp > one.rtp ? other : one));
	const isEven = rows.every(({ rtp }) => Math.abs(rtp - STATED_RTP) < 1e-9);
	const stated = formatPercent(STATED_RTP, language);
	return (
		<Rules howTo={t("crashRules.howToSolo")} fair={t("crashRules.fairSolo")} checkAt="/fairness/crash">
			<Part title={t("crashRules.rtp")}>
				{t("crashRules.rtpStated", { stated })}{" "}
				{isEven
					? t("crashRules.rtpEven")
					: t("crashRules.rtpSolo", {
							target: formatExactMultiplier(best.target, language),
							rtp: formatPercent(best.rtp, language),
						})}
			</Part>
			<RtpChart
				chart={chart}
				label={t("crashRules.chart")}
				captions={[t("crashRules.chartLine"), t("crashRules.chartStated", { stated })]}
				language={language}
			/>
			<RtpTable rows={rows} language={language} />
		</Rules>
	);
}

/** The rules of live Crash. */
export function LiveRules({ language, rows }: Props) {
	const { t } = useTranslation();
	return (
		<Rules howTo={t("crashRules.howToLive")} fair={t("crashRules.fairLive")} checkAt="/fairness/live-crash">
			<Part title={t("crashRules.rtp")}>{t("crashRules.rtpLive")}</Part>
			<RtpTable rows={rows} language={language} />
		</Rules>
	);
}

interface RulesProps {
	howTo: string;
	fair: string;
	/** Address of the page that checks rounds. */
	checkAt: string;
	/** The expected return. */
	children: ReactNode;
}

function Rules({ howTo, fair, checkAt, children }: RulesProps) {
	const { t } = useTranslation();
	return (
		<div className="grid gap-6">
			<Part title={t("crashRules.howTo")}>{howTo}</Part>
			<Part title={t("crashRules.objective")}>
				{t("crashRules.objectiveText")} {t("crashRules.growth")}
			</Part>
			<Part title={t("crashRules.fair")}>
				{fair}{" "}
				<Link to={checkAt} className="link">
					{t("crashRules.fairLink")}
				</Link>
			</Part>
			<div className="grid gap-4">{children}</div>
			<Part title={t("crashRules.conditions")}>{t("crashRules.conditionsText")}</Part>
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
