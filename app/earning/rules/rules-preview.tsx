import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { DataTable } from "~/ui/data-table";
import type { RulesPreview } from "./preview.server";

/** What the last days would have paid, with the rules that apply and with those of the form. */
export function RulesPreviewPanel({ preview, language }: { preview: RulesPreview; language: Language }) {
	const { t } = useTranslation();
	const { lines, before, after } = preview;
	const rows = [
		...lines.map((line) => ({ ...line, name: t(`earning.sources.${line.kind}`) })),
		{ kind: "total", name: t("earning.rules.preview.total"), count: undefined, before, after },
	];
	const number = (name: "count" | "before" | "after") => ({
		label: t(`earning.rules.preview.${name}`),
		isNumber: true,
		cell: (row: (typeof rows)[number]) => {
			const value = row[name];
			const text = value === undefined ? "" : formatPoints(value, language);
			return row.kind === "total" ? <strong>{text}</strong> : text;
		},
	});
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
				<DataTable
					caption={t("earning.rules.preview.title")}
					columns={[
						{ label: t("earning.rules.preview.source"), cell: ({ name }) => <strong>{name}</strong> },
						...[number("count"), number("before"), number("after")],
					]}
					rows={rows}
					keyOf={({ kind }) => kind}
					testId="rules-preview"
				/>
			) : null}
		</section>
	);
}
