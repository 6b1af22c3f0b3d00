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
		<Rules howTo={t("crash.howToSolo")} fair={t("crash.fairSolo")} checkAt="/fairness/crash">
			<Part title={t("crash.rtp")}>
				{t("crash.rtpStated", { stated })}{" "}
				{isEven
					? t("crash.rtpEven")
					: t("crash.rtpSolo", {
							target: formatExactMultiplier(best.target, language),
							rtp: formatPercent(best.rtp, language),
						})}
			</Part>
			<RtpChart
				chart={chart}
				label={t("crash.chart")}
				captions={[t("crash.chartLine"), t("crash.chartStated", { stated })]}
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
		<Rules howTo={t("crash.howToLive")} fair={t("crash.fairLive")} checkAt="/fairness/live-crash">
			<Part title={t("crash.rtp")}>{t("crash.rtpLive")}</Part>
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
			<Part title={t("crash.howTo")}>{howTo}</Part>
			<Part title={t("crash.objective")}>
				{t("crash.objectiveText")} {t("crash.growth")}
			</Part>
			<Part title={t("crash.fair")}>
				{fair}{" "}
				<Link to={checkAt} className="link">
					{t("crash.fairLink")}
				</Link>
			</Part>
			<div className="grid gap-4">{children}</div>
			<Part title={t("crash.conditions")}>{t("crash.conditionsText")}</Part>
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
