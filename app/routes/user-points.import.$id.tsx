import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { startImport } from "~/points/import/import.server";
import { ImportLines } from "~/points/import/import-lines";
import { ImportState } from "~/points/import/import-state";
import { readImport } from "~/points/import/report.server";
import { startImportSchema } from "~/points/users/user-points.schema";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { refusalText } from "~/ui/refusal-text";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("points.importTitle"), messages: ["points"] });

/** An import: its preview, progress or report. Admins only; an unknown import leads to the form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const report = await readImport(site, params.id ?? "", new URL(request.url).searchParams, language);
	if (!report) throw redirect("/user-points/import");
	return { language, report, idempotencyKey: crypto.randomUUID() };
}

/** Starts the import and redirects to this page, which shows the progress. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema: startImportSchema,
	async run({ input, viewer, params }) {
		const importId = params.id ?? "";
		await startImport(site, viewer.id, { ...input, importId });
		return redirect(`/user-points/import/${encodeURIComponent(importId)}`);
	},
});

export default function Import() {
	const { t } = useTranslation();
	const { language, report, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<Link to="/user-points/import" className="link flex items-center gap-1 justify-self-start">
					<ArrowLeft aria-hidden="true" className="size-4" />
					{t("points.importTitle")}
				</Link>
				<h1 className="text-4xl font-extrabold sm:text-5xl">
					{t(
						report.state === "preview"
							? "points.previewTitle"
							: report.state === "running"
								? "points.runningTitle"
								: "points.reportTitle",
					)}
				</h1>
			</header>
			<ImportState
				report={report}
				idempotencyKey={idempotencyKey}
				error={answer && !answer.ok ? refusalText(answer, t) : undefined}
				language={language}
			/>
			<ImportLines report={report} language={language} />
		</div>
	);
}
