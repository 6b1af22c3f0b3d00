import { Link } from "@remix-run/react";
import { Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { PostForm } from "~/ui/post-form";
import { Refused, type RefusedAnswer } from "~/ui/refused";
import type { DailyBonus } from "./daily-bonus.server";
import "./daily.css";
import { StreakWeek } from "./streak-week";
import type { StreakDay } from "./week";

interface Props {
	/** Undefined for a visitor. */
	bonus: DailyBonus | undefined;
	week: readonly StreakDay[];
	language: Language;
	answer?: RefusedAnswer;
	/** The page that shows the panel. */
	returnTo: "/" | "/earn";
}

/** The week of the streak, today's bonus, and the button that collects it. */
export function DailyPanel({ bonus, week, language, answer, returnTo }: Props) {
	const { t } = useTranslation();
	if (!bonus) {
		return (
			<div className="daily-panel">
				<StreakWeek week={week} language={language} />
				<Link
					to={`/login?returnTo=${encodeURIComponent(returnTo)}`}
					reloadDocument
					className="button justify-self-start"
				>
					{t("daily.signIn")}
				</Link>
			</div>
		);
	}
	const { state, streak, points } = bonus;
	const tomorrow = formatPoints(bonus.tomorrow, language);
	return (
		<div className="daily-panel" data-testid="daily-bonus" data-state={state}>
			{streak > 0 ? (
				<p className="font-display text-3xl font-extrabold whitespace-nowrap">
					{t("daily.day", { day: streak })}
				</p>
			) : null}
			<StreakWeek week={week} language={language} />
			<p role="status" className="empty:hidden">
				{state === "collected" && points > 0 ? t("daily.collected", { count: points, tomorrow }) : null}
				{state === "collected" && points === 0 ? t("daily.collectedFull", { tomorrow }) : null}
				{state === "paused" ? t("daily.paused") : null}
			</p>
			{state === "open" ? (
				<PostForm action="/earn" fields={{ returnTo }}>
					<button type="submit" className="button button-primary max-sm:w-full">
						<Gift aria-hidden="true" className="size-5" />
						{t("daily.collect", { count: points })}
					</button>
				</PostForm>
			) : null}
			<Refused answer={answer} />
		</div>
	);
}
