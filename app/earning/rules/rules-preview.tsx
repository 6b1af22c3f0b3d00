import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { RulesPreview } from "./preview.server";
import "~/ui/data-table.css";

/** What the last days would have paid, with the rules that apply and with those of the form. */
export function RulesPreviewPanel({ preview, language }: { preview: RulesPreview; language: Language }) {
	const { t } = useTranslation();
	const cell = (name: "count" | "before" | "after", value: number) => (
		<td data-label={t(`earning.rules.preview.${name}`)} className="tabular-nums md:text-right">
			{formatPoints(value, language)}
		</td>
	);
	const { lines, before, after } = preview;
	return (
		<section id="preview" aria-labelledby="preview-title" className="panel grid scroll-mt-24 gap-4">
			<h2 id="preview-title" className="text-2xl font-bold">
				{t("earning.rules.preview.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("earning.rules.preview.text")}</p>
			<p role="status" className="font-semibold empty:hidden">
				{lines.length === 0 ? t("earning.rules.preview.none") : null}
			</p>
			{lines.length > 0 ? (
				<table className="data-table" data-testid="rules-preview">
					<caption className="sr-only">{t("earning.rules.preview.title")}</caption>
					<thead className="text-left text-sm text-muted">
						<tr>
							<th scope="col">{t("earning.rules.preview.source")}</th>
							{(["count", "before", "after"] as const).map((name) => (
								<th key={name} scope="col" className="text-right">
									{t(`earning.rules.preview.${name}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{lines.map((line) => (
							<tr key={line.kind}>
								<th scope="row" className="text-left md:pt-2.5">
									{t(`earning.sources.${line.kind}`)}
								</th>
								{cell("count", line.count)}
								{cell("before", line.before)}
								{cell("after", line.after)}
							</tr>
						))}
						<tr className="font-bold">
							<th scope="row" className="text-left md:pt-2.5">
								{t("earning.rules.preview.total")}
							</th>
							<td className="max-md:hidden" />
							{cell("before", before)}
							{cell("after", after)}
						</tr>
					</tbody>
				</table>
			) : null}
		</section>
	);
}
