import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { faulty } from "~/ui/focus";
import type { Bonus } from "../../model/hunt";
import type { HuntStatistics } from "../../model/hunt-results";
import { ManageForm, useManageForm } from "./manage-form";

interface Props {
	bonus: Bonus;
	/** Place among the slots, from 1. */
	place: number;
	/** Whether an admin has chosen it instead of the first unopened slot. */
	isChosen: boolean;
	statistics: HuntStatistics;
	/** Whether the field has the focus at first. */
	takesFocus: boolean;
	language: Language;
}

/** The form that opens the current slot with its payout. */
export function NextSlot({ bonus, place, isChosen, statistics, takesFocus, language }: Props) {
	const { t } = useTranslation();
	const { refused } = useManageForm("open-slot", bonus.id);
	const typed = refused?.typed?.payout;
	const error = refused?.fieldErrors?.payout;
	return (
		<section
			id="next"
			aria-labelledby="next-title"
			className="panel grid content-start gap-4 border-accent-text"
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<h2 id="next-title" className="text-2xl font-bold">
					{t(isChosen ? "huntManage.chosenTitle" : "huntManage.nextTitle")}
				</h2>
				<p className="text-sm text-muted tabular-nums">
					{t("huntManage.nextOf", { place, total: formatPoints(statistics.total, language) })}
				</p>
			</div>
			<div className="grid gap-1">
				<p className="font-display text-2xl font-extrabold break-words" data-testid="next-name">
					{bonus.name}
				</p>
				<p className="flex flex-wrap gap-x-3 text-muted break-words">
					<span className="font-semibold tabular-nums">
						{t("huntManage.bet", { bet: formatEuros(bonus.bet / 100, language) })}
					</span>
					{bonus.provider ? <span>{bonus.provider}</span> : null}
					{bonus.preNote ? <span className="text-accent-text">{bonus.preNote}</span> : null}
				</p>
			</div>
			<ManageForm
				intent="open-slot"
				bonusId={bonus.id}
				search={isChosen ? `?open=${bonus.id}` : ""}
				className="grid gap-1.5"
			>
				<label htmlFor="next-payout" className="font-semibold">
					{t("huntManage.payout")}
				</label>
				<div className="flex gap-3">
					<input
						id="next-payout"
						name="payout"
						inputMode="decimal"
						autoComplete="off"
						// biome-ignore lint/a11y/noAutofocus: on stream one payout follows the other
						autoFocus={takesFocus}
						defaultValue={typeof typed === "string" ? typed : ""}
						aria-describedby="next-error"
						{...faulty(error)}
						className="field text-2xl font-bold tabular-nums"
					/>
					<button type="submit" className="button button-primary shrink-0 px-6 text-lg">
						{t("huntManage.openIt")}
					</button>
				</div>
				<p id="next-error" className="field-error empty:hidden">
					{error}
				</p>
			</ManageForm>
			{statistics.breakEvenCurrent !== null ? (
				<p className="text-sm text-muted tabular-nums">
					{t("hunt.tiles.breakEvenCurrent")}: {formatRatio(statistics.breakEvenCurrent, language)}
				</p>
			) : null}
		</section>
	);
}
