import { useTranslation } from "react-i18next";
import { formatPercent } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Table } from "../fairness.server";
import { MultiplierChip } from "./multiplier-chip";

/** What each outcome pays and how often it comes up. */
export function ChancesTable({ table: { names, rows }, language }: { table: Table; language: Language }) {
	const { t } = useTranslation();
	return (
		<table className="w-full text-sm tabular-nums" data-testid="chances">
			<caption className="pb-2 text-left text-muted">{t("instant.tableCaption")}</caption>
			<thead className="text-left text-muted">
				<tr>
					{names ? <th scope="col">{names}</th> : null}
					<th scope="col">{t("instant.multiplier")}</th>
					<th scope="col" className="text-right">
						{t("instant.probability")}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ name, multiplier, chance }) => (
					<tr key={name ?? multiplier} className="border-t border-line">
						{names ? <td className="py-1">{name}</td> : null}
						<td className="py-1">
							<MultiplierChip hundredths={multiplier} language={language} />
						</td>
						<td className="py-1 text-right">{formatPercent(chance, language)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
