import { Form, Link } from "@remix-run/react";
import { Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { DailyBonus } from "./daily-bonus.server";

interface Props {
	/** Undefined for a visitor. */
	bonus: DailyBonus | undefined;
	language: Language;
	/** Why the last form was refused, in the viewer's language; undefined if it was not. */
	refusal: string | undefined;
	busy: boolean;
}

/** Today's bonus, and the button that collects it. */
export function DailyPanel({ bonus, language, refusal, busy }: Props) {
	const { t } = useTranslation();
	if (!bonus) {
		return (
			<Link to="/login?returnTo=%2Fearn" reloadDocument className="button justify-self-start">
				{t("earning.daily.signIn")}
			</Link>
		);
	}
	const { state, streak } = bonus;
	const points = formatPoints(bonus.points, language);
	const tomorrow = formatPoints(bonus.tomorrow, language);
	const full = bonus.points === 0 ? "collectedFull" : "collected";
	return (
		<div className="grid gap-3" data-testid="daily-bonus" data-state={state}>
			{streak > 0 ? (
				<p className="font-display text-3xl font-extrabold">{t("earning.daily.day", { day: streak })}</p>
			) : null}
			<p role="status">
				{state === "collected" ? t(`earning.daily.${full}`, { points, tomorrow }) : null}
				{state === "paused" ? t("earning.daily.paused") : null}
			</p>
			{state === "open" ? (
				<Form method="post" action="/earn" preventScrollReset>
					<button
						type="submit"
						className="button button-primary max-sm:w-full"
						aria-disabled={busy || undefined}
					>
						<Gift aria-hidden="true" className="size-5" />
						{t("earning.daily.collect", { points })}
					</button>
				</Form>
			) : null}
			<p role="alert" className="field-error text-base empty:hidden">
				{refusal}
			</p>
		</div>
	);
}
