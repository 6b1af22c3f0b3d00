import { Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DailyBonus } from "~/earning/daily/daily-bonus.server";
import { DailyPanel } from "~/earning/daily/daily-panel";
import type { StreakDay } from "~/earning/daily/week";
import type { Language } from "~/i18n/languages";
import { Section } from "./section";

interface Props {
	daily: { bonus: DailyBonus; week: readonly StreakDay[] };
	language: Language;
}

/** The viewer's daily bonus and streak. */
export function DailyNow({ daily, language }: Props) {
	const { t } = useTranslation();
	return (
		<Section
			id="home-daily"
			icon={Gift}
			title={t("daily.title")}
			to={{ path: "/earn", label: t("shell.earn") }}
			by={[daily]}
		>
			<div className="panel">
				<DailyPanel {...daily} language={language} returnTo="/" />
			</div>
		</Section>
	);
}
