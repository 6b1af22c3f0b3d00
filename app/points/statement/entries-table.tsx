import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Pager } from "~/ui/pager";
import "~/ui/data-table.css";
import { SignedPoints } from "../signed-points";
import type { Statement } from "./statement.server";

/** A page of a ledger, newest first; on a phone each entry is a card. */
export function EntriesTable({ page, language }: { page: Statement["entries"]; language: Language }) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="entries" className="panel grid gap-4">
			<h2 id="entries" className="text-2xl font-bold">
				{t("points.entries")}
			</h2>
			{page.rows.length === 0 ? <p className="text-muted">{t("points.noEntries")}</p> : null}
			{page.rows.length > 0 ? (
				<table className="data-table">
					<caption className="sr-only">{t("points.entries")}</caption>
					<thead className="text-left text-sm text-muted">
						<tr>
							<th scope="col">{t("points.when")}</th>
							<th scope="col">{t("points.why")}</th>
							<th scope="col">{t("points.by")}</th>
							<th scope="col" className="text-right">
								{t("points.change")}
							</th>
							<th scope="col" className="text-right">
								{t("points.balanceAfter")}
							</th>
						</tr>
					</thead>
					<tbody>
						{page.rows.map((entry) => (
							<Entry key={entry.id} entry={entry} language={language} />
						))}
					</tbody>
				</table>
			) : null}
			<Pager previous={page.previous} next={page.next} />
		</section>
	);
}

function Entry({ entry, language }: { entry: Statement["entries"]["rows"][number]; language: Language }) {
	const { t } = useTranslation();
	const { when, words, note, reference, address, by, delta, balanceAfter } = entry;
	return (
		<tr className="align-top" data-testid="entry">
			<td data-label={t("points.when")} className="text-sm whitespace-nowrap text-muted">
				{when}
			</td>
			<td className="max-md:order-first">
				<span className="grid">
					<span className="font-semibold">{words}</span>
					{note ? <span className="wrap-anywhere">{note}</span> : null}
					<span className="text-xs text-muted">
						{t("points.reference")}{" "}
						{address ? (
							<Link to={address} className="link font-mono font-normal wrap-anywhere">
								{reference}
							</Link>
						) : (
							<span className="font-mono wrap-anywhere">{reference}</span>
						)}
					</span>
				</span>
			</td>
			<td data-label={t("points.by")} className="text-sm">
				{by}
			</td>
			<td data-label={t("points.change")} className="md:text-right">
				<SignedPoints delta={delta} language={language} />
			</td>
			<td data-label={t("points.balanceAfter")} className="tabular-nums md:text-right">
				{formatPoints(balanceAfter, language)}
			</td>
		</tr>
	);
}
