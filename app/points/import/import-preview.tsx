import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { SignedPoints, signedPoints } from "../signed-points";
import type { ImportLine, ImportPreview } from "./import";
import "~/ui/data-table.css";

interface Props {
	preview: ImportPreview;
	/** The previewed text, which is sent again with the confirmation. */
	text: string;
	idempotencyKey: string;
	busy: boolean;
	language: Language;
}

/** The preview of an import, with the button that confirms it when no line has a fault. */
export function ImportPreviewPanel({ preview, text, idempotencyKey, busy, language }: Props) {
	const { t } = useTranslation();
	const { lines, faults, changes, total, digest } = preview;
	return (
		<section aria-labelledby="preview" className="panel grid gap-4">
			<h2 id="preview" className="text-2xl font-bold">
				{t("points.previewTitle")}
			</h2>
			<div role="status" className="grid gap-1 font-semibold" data-testid="import-summary">
				{faults > 0 ? <p className="text-bad">{t("points.importFaults", { count: faults })}</p> : null}
				{changes > 0 ? (
					<p>{t("points.importChanges", { count: changes, total: signedPoints(total, language) })}</p>
				) : null}
				{changes === 0 && faults === 0 ? <p>{t("errors.importNothing")}</p> : null}
			</div>
			<Form
				method="post"
				encType="multipart/form-data"
				preventScrollReset
				className="flex flex-wrap gap-3"
				onSubmit={(event: FormEvent) => {
					if (busy) event.preventDefault();
				}}
			>
				<input type="hidden" name="text" value={text} />
				<input type="hidden" name="digest" value={digest} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{faults === 0 && changes > 0 ? (
					<button
						type="submit"
						name="intent"
						value="import"
						aria-disabled={busy || undefined}
						className="button button-primary"
					>
						{t("points.importAll")}
					</button>
				) : null}
				<Link to="/user-points/import" reloadDocument className="button">
					{t("points.importOther")}
				</Link>
			</Form>
			<table className="data-table">
				<caption className="sr-only">{t("points.previewTitle")}</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						<th scope="col">{t("points.line")}</th>
						<th scope="col">{t("points.username")}</th>
						<th scope="col" className="text-right">
							{t("points.before")}
						</th>
						<th scope="col" className="text-right">
							{t("points.after")}
						</th>
						<th scope="col" className="text-right">
							{t("points.change")}
						</th>
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<Line key={line.line} line={line} language={language} />
					))}
				</tbody>
			</table>
		</section>
	);
}

function Line({ line, language }: { line: ImportLine; language: Language }) {
	const { t } = useTranslation();
	const { before, after, fault } = line;
	const number = (value: number | undefined) => (value === undefined ? "–" : formatPoints(value, language));
	return (
		<tr data-testid="import-line" data-fault={fault ? true : undefined}>
			<td data-label={t("points.line")} className="tabular-nums text-muted">
				{line.line}
			</td>
			<td className="font-semibold break-all max-md:order-first">{line.username}</td>
			{fault ? (
				<td data-label={t("points.change")} colSpan={3} className="font-semibold text-bad md:text-right">
					{fault}
				</td>
			) : (
				<>
					<td data-label={t("points.before")} className="tabular-nums md:text-right">
						{number(before)}
					</td>
					<td data-label={t("points.after")} className="tabular-nums md:text-right">
						{number(after)}
					</td>
					<td data-label={t("points.change")} className="md:text-right">
						{before === after ? (
							<span className="text-muted">{t("points.unchanged")}</span>
						) : (
							<SignedPoints delta={(after ?? 0) - (before ?? 0)} language={language} />
						)}
					</td>
				</>
			)}
		</tr>
	);
}
