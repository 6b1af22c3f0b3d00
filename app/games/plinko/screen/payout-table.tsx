import { useTranslation } from "react-i18next";
import { formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MULTIPLIERS, WEIGHT_TOTAL, WEIGHTS } from "../engine/plinko";
import { MultiplierChip } from "./multiplier-chip";

/** A table of the slots with their multipliers and probabilities. */
export function PayoutTable({ language }: { language: Language }) {
	const { t } = useTranslation();
	return (
		<table className="w-full text-sm tabular-nums">
			<caption className="pb-2 text-left text-muted">{t("plinko.tableCaption")}</caption>
			<thead className="text-left text-muted">
				<tr>
					<th scope="col">{t("plinko.slot")}</th>
					<th scope="col">{t("plinko.multiplier")}</th>
					<th scope="col" className="text-right">
						{t("plinko.probability")}
					</th>
				</tr>
			</thead>
			<tbody>
				{MULTIPLIERS.map((multiplier, slot) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
					<tr key={slot} className="border-t border-line">
						<td className="py-1">{slot + 1}</td>
						<td className="py-1">
							<MultiplierChip hundredths={multiplier} language={language} />
						</td>
						<td className="py-1 text-right">
							{formatPercent((WEIGHTS[slot] ?? 0) / WEIGHT_TOTAL, language)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
