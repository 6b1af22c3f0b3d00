import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { RtpChart as Drawing, RtpRow } from "../engine/rtp";
import { STATED_RTP } from "../engine/solo-draw";
import { RtpChart, RtpTable } from "./rtp-chart";

interface Props {
	language: Language;
	/** The expected return at several targets, for the table. */
	rows: readonly RtpRow[];
}

/** The rules of solo Crash, with the expected return of the draw in use. */
export function SoloRules({ language, rows, chart }: Props & { chart: Drawing }) {
	const { t } = useTranslation();
	const best = rows.reduce((one, other) => (other.rtp > one.rtp ? other : one));
	const isEven = rows.every(({ rtp }) => Math.abs(rtp - STATED_RTP) < 1e-9);
	return (
		<div className="grid gap-6">
			<Part title={t("crash.howTo")}>{t("crash.howToSolo")}</Part>
			<Objective />
			<Part title={t("crash.fair")}>
				{t("crash.fairSolo")}{" "}
				<Link to="/fairness/crash" className="link">
					{t("crash.fairLink")}
				</Link>
			</Part>
			<div className="grid gap-4">
				<Part title={t("crash.rtp")}>
					{t("crash.rtpStated", { stated: formatPercent(STATED_RTP, language) })}{" "}
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
					captions={[
						t("crash.chartLine"),
						t("crash.chartStated", { stated: formatPercent(STATED_RTP, language) }),
					]}
					language={language}
				/>
				<RtpTable rows={rows} language={language} />
			</div>
			<Part title={t("crash.conditions")}>{t("crash.conditionsText")}</Part>
		</div>
	);
}

/** The rules of live Crash. */
export function LiveRules({ language, rows }: Props) {
	const { t } = useTranslation();
	return (
		<div className="grid gap-6">
			<Part title={t("crash.howTo")}>{t("crash.howToLive")}</Part>
			<Objective />
			<Part title={t("crash.fair")}>
				{t("crash.fairLive")}{" "}
				<Link to="/fairness/live-crash" className="link">
					{t("crash.fairLink")}
				</Link>
			</Part>
			<div className="grid gap-4">
				<Part title={t("crash.rtp")}>{t("crash.rtpLive")}</Part>
				<RtpTable rows={rows} language={language} />
			</div>
			<Part title={t("crash.conditions")}>{t("crash.conditionsText")}</Part>
		</div>
	);
}

function Objective() {
	const { t } = useTranslation();
	return (
		<Part title={t("crash.objective")}>
			{t("crash.objectiveText")} {t("crash.growth")}
		</Part>
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
