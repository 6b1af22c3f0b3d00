import { Form, Link } from "@remix-run/react";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { useEvery } from "~/ui/use-every";
import { useReload } from "~/ui/use-reload";
import { signedPoints } from "../signed-points";
import type { ImportReport } from "./report.server";

interface Props {
	report: ImportReport;
	idempotencyKey: string;
	/** Why the import was not started. */
	error: string | undefined;
	language: Language;
}

/** Poll interval of the progress in ms. */
const POLL_MS = 2000;

/** What an import would change, how far it is, or what it has changed. */
export function ImportState(props: Props) {
	const { t } = useTranslation();
	const { report, language } = props;
	const { state, source, counts, gained, waiting } = report;
	const points = (value: number) => formatPoints(value, language);
	const isPreview = state === "preview";
	return (
		<section className="panel grid gap-4" data-testid="import-state">
			<div role="status" className="grid gap-1 font-semibold" data-testid="import-summary">
				{source ? <p className="text-muted">{t("points.importSource", { source })}</p> : null}
				{state !== "running" && counts.changes > 0 ? (
					<p>
						{t(isPreview ? "points.importChanges" : "points.importDone", {
							count: counts.changes,
							total: signedPoints(gained, language),
						})}
					</p>
				) : null}
				{isPreview && counts.unknown > 0 ? (
					<p>{t("points.importUnknown", { count: counts.unknown, points: points(waiting) })}</p>
				) : null}
				{state === "done" && waiting > 0 ? (
					<p>{t("points.importWaiting", { points: points(waiting) })}</p>
				) : null}
				{counts.faults > 0 ? (
					<p className="text-bad">{t("points.importFaults", { count: counts.faults })}</p>
				) : null}
				{counts.changes + counts.unknown === 0 ? <p>{t("errors.importNothing")}</p> : null}
			</div>
			{isPreview ? <Start {...props} /> : null}
			{state === "running" ? <Progress report={report} language={language} /> : null}
			{state === "done" ? (
				<>
					{counts.faults > 0 ? <p>{t("points.importAgain")}</p> : null}
					<a href={`/user-points/import/${report.id}/export`} download className="button justify-self-start">
						<Download aria-hidden="true" className="size-5" />
						{t("points.importReport")}
					</a>
				</>
			) : null}
		</section>
	);
}

/** The form that starts the import. */
function Start({ report, idempotencyKey, error }: Props) {
	const { t } = useTranslation();
	const { counts } = report;
	return (
		<Form method="post" preventScrollReset className="grid gap-4">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{counts.unknown > 0 ? (
				<fieldset className="grid gap-2">
					<legend className="mb-2 font-semibold">{t("points.unknownPeople")}</legend>
					<label className="flex gap-3">
						<input
							type="radio"
							name="unknown"
							value="wait"
							defaultChecked
							aria-describedby="unknown-hint"
							className="mt-1 size-5 shrink-0 accent-accent"
						/>
						<span className="grid">
							{t("points.unknownWait")}
							<span id="unknown-hint" className="max-w-prose text-sm text-muted">
								{t("points.unknownWaitHint")}
							</span>
						</span>
					</label>
					<label className="flex gap-3">
						<input type="radio" name="unknown" value="leave" className="mt-1 size-5 shrink-0 accent-accent" />
						{t("points.unknownLeave")}
					</label>
				</fieldset>
			) : null}
			<p role="alert" className="field-error empty:hidden">
				{error}
			</p>
			<div className="flex flex-wrap gap-3">
				{counts.changes + counts.unknown > 0 ? (
					<button type="submit" name="intent" value="import" className="button button-primary">
						{t("points.importAll")}
					</button>
				) : null}
				<Link to="/user-points/import" className="button">
					{t("points.importOther")}
				</Link>
			</div>
		</Form>
	);
}

/** How far a running import is. Without scripts the page is loaded again by itself. */
function Progress({ report, language }: Pick<Props, "report" | "language">) {
	const { t } = useTranslation();
	const { handled, total } = report;
	const reload = useReload();
	useEvery(POLL_MS, async () => reload());
	const text = t("points.importProgress", {
		handled: formatPoints(handled, language),
		total: formatPoints(total, language),
	});
	return (
		<div className="grid gap-2">
			<noscript>
				<meta httpEquiv="refresh" content={String(POLL_MS / 1000)} />
			</noscript>
			<label className="grid gap-1 font-semibold">
				{text}
				<progress max={total} value={handled} className="progress-bar" />
			</label>
			<p className="text-muted">{t("points.importGoesOn")}</p>
		</div>
	);
}
