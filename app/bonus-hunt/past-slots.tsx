import { Cherry } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import type { HuntSlot } from "./hunt";
import { DASH } from "./tiles";
import "~/ui/data-table.css";

/** The slots of a finished hunt; on a phone each is a card. */
export function PastSlots({ slots, language }: { slots: readonly HuntSlot[]; language: Language }) {
	const { t } = useTranslation();
	const euros = (amount: number | null) => (amount === null ? DASH : formatEuros(amount, language));
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
					{slots.map((slot) => (
						<tr key={slot.idForBonusHunt} data-testid="past-slot">
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
								{slot.payout === null ? t("hunt.pastHunts.notOpened") : euros(slot.payout)}
							</td>
							<td data-label={t("hunt.pastHunts.multiplier")} className="tabular-nums md:text-right">
								{slot.multiplier === null ? DASH : formatRatio(slot.multiplier, language)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
