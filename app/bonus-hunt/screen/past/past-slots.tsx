import { Link } from "@remix-run/react";
import { Cherry, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import type { HuntSlot } from "../../model/hunt";
import type { Correctable, PastHuntPage } from "../../model/past.server";
import { type CorrectionAnswer, CorrectSlot } from "../manage/correct-slot";
import { DASH } from "../tiles";
import "~/ui/data-table.css";

interface Props {
	hunt: Pick<PastHuntPage, "id" | "slots" | "admin">;
	/** The id of the slot whose row is a form. */
	editing: string | null;
	/** Answer to a refused correction. */
	answer: CorrectionAnswer | undefined;
	language: Language;
}

/** The table of a finished hunt's slots, for admins with links to correct payouts; on a phone each slot is a card. */
export function PastSlots({ hunt: { id, slots, admin }, editing, answer, language }: Props) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="past-slots" className="panel grid gap-4">
			<h2 id="past-slots" className="text-2xl font-bold">
				{t("hunt.pastHunts.slots")}
			</h2>
			<table className="data-table">
				<caption className="sr-only">{t("hunt.pastHunts.slots")}</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						<th scope="col">{t("hunt.pastHunts.slot")}</th>
						<th scope="col" className="text-right">
							{t("hunt.pastHunts.bet")}
						</th>
						<th scope="col" className="text-right">
							{t("hunt.pastHunts.win")}
						</th>
						<th scope="col" className="text-right">
							{t("hunt.pastHunts.multiplier")}
						</th>
					</tr>
				</thead>
				<tbody>
					{slots.map((slot, at) => {
						const correctable = admin?.correctable[at];
						return correctable && correctable.id === editing ? (
							<tr key={slot.idForBonusHunt}>
								<td colSpan={4}>
									<CorrectSlot
										huntId={id}
										name={slot.slotName}
										slot={correctable}
										answer={answer}
										language={language}
									/>
								</td>
							</tr>
						) : (
							<SlotRow
								key={slot.idForBonusHunt}
								huntId={id}
								slot={slot}
								correctable={correctable}
								language={language}
							/>
						);
					})}
				</tbody>
			</table>
		</section>
	);
}

interface RowProps {
	huntId: string;
	slot: HuntSlot;
	correctable: Correctable | undefined;
	language: Language;
}

function SlotRow({ huntId, slot, correctable, language }: RowProps) {
	const { t } = useTranslation();
	const euros = (amount: number | null) => (amount === null ? DASH : formatEuros(amount, language));
	const correct = t("hunt.pastHunts.correct", { name: slot.slotName });
	return (
		<tr data-testid="past-slot">
			<td>
				<span className="flex min-w-0 items-center gap-3">
					<span className="w-7 shrink-0 text-right text-sm text-muted tabular-nums">
						{slot.idForBonusHunt}
					</span>
					<Picture image={slot.slotImage ?? ""} icon={Cherry} className="w-14 shrink-0 rounded-lg" />
					<span className="grid min-w-0">
						<span className="font-semibold break-words">{slot.slotName}</span>
						<span className="text-sm break-words text-muted empty:hidden">
							{[slot.providerName, slot.preNote].filter(Boolean).join(" · ")}
						</span>
					</span>
				</span>
			</td>
			<td data-label={t("hunt.pastHunts.bet")} className="tabular-nums md:text-right">
				{euros(slot.betSize)}
			</td>
			<td data-label={t("hunt.pastHunts.win")} className="font-bold tabular-nums md:text-right">
				<span className="inline-flex items-center gap-2">
					{slot.payout === null ? t("hunt.pastHunts.notOpened") : euros(slot.payout)}
					{correctable ? (
						<Link
							to={`/bonus-hunt/past/${huntId}?edit=${correctable.id}`}
							id={`correct-${correctable.id}`}
							preventScrollReset
							className="button button-icon"
							aria-label={correct}
							title={correct}
						>
							<Pencil aria-hidden="true" className="size-5" />
						</Link>
					) : null}
				</span>
			</td>
			<td data-label={t("hunt.pastHunts.multiplier")} className="tabular-nums md:text-right">
				{slot.multiplier === null ? DASH : formatRatio(slot.multiplier, language)}
			</td>
		</tr>
	);
}
