import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import type { StreakDay } from "./week";

/** Seven days of a streak as boxes: what is collected, today, and what the next ones pay. */
export function StreakWeek({ week, language }: { week: readonly StreakDay[]; language: Language }) {
	const { t } = useTranslation();
	return (
		<Kept
			as="ol"
			by={["week", week]}
			aria-label={t("daily.week")}
			className="streak-week"
			data-testid="streak"
		>
			{() =>
				week.map(({ day, points, isCollected, isToday }) => {
					const label = isCollected
						? isToday
							? "collectedToday"
							: "collected"
						: isToday
							? "today"
							: "later";
					const shown = `+${formatPoints(points, language)}`;
					return (
						<li key={day} data-collected={isCollected} aria-current={isToday ? "date" : undefined}>
							<span className="sr-only">{t(`daily.box.${label}`, { day, points: shown })}</span>
							<span aria-hidden="true" className="text-xs">
								{isToday ? t("daily.today") : day}
							</span>
							<span
								aria-hidden="true"
								className="grid h-6 place-items-center text-sm font-extrabold tabular-nums"
							>
								{isCollected ? <Check className="size-5" strokeWidth={3} /> : shown}
							</span>
						</li>
					);
				})
			}
		</Kept>
	);
}
