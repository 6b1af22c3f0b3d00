import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { formatPoints } from "~/i18n/format";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { importPoints, previewImport } from "~/points/import/import.server";
import { ImportForm } from "~/points/import/import-form";
import { ImportPreviewPanel } from "~/points/import/import-preview";
import { decodeFile, MAX_LINES } from "~/points/import/points-file.server";
import { importSchema } from "~/points/users/user-points.schema";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { refusalText } from "~/ui/refusal-text";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("points.importTitle"), messages: ["points"] });

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	return { language, idempotencyKey: crypto.randomUUID(), mostLines: MAX_LINES };
}

/**
 * Returns a preview of the file, or imports it and redirects to the table. If the balances have changed since the
 * preview, nothing is imported and a new preview is returned.
 */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	bodyLimit: 1024 * 1024,
	schema: importSchema,
	async run({ input, viewer, request }) {
		const language = await languageOf(request);
		if (input.intent === "preview") {
			const text = input.file ? decodeFile(await input.file.arrayBuffer()) : (input.text ?? "");
			return { text, preview: await previewImport(site.db, text, language), stale: undefined };
		}
		const { text } = input;
		try {
			await importPoints(site, viewer.id, input);
		} catch (error) {
			// The file is still valid: its preview is shown again with the current balances.
			if (!(error instanceof DomainError) || !["importChanged", "importHasFaults"].includes(error.code)) {
				throw error;
			}
			const stale = i18nIn(language).t(`errors.${error.code}`);
			return { text, preview: await previewImport(site.db, text, language), stale };
		}
		throw redirect("/user-points", { headers: { "Set-Cookie": site.flash.write("pointsImported") } });
	},
});

/** Whether the answer is the site's: another answer does not return the typed text. */
const isSiteAnswer = (answer: object | undefined) => !answer || "typed" in answer || "preview" in answer;

export default function ImportPoints() {
	const { t } = useTranslation();
	const { language, idempotencyKey, mostLines } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().state === "submitting";
	// While the site cannot be reached, the page keeps its last answer: a preview, or the form.
	const [lastAnswer, setLastAnswer] = useState(answer);
	if (answer !== lastAnswer && isSiteAnswer(answer)) setLastAnswer(answer);
	const accepted = lastAnswer?.ok ? lastAnswer : undefined;
	const typed = lastAnswer && !lastAnswer.ok ? lastAnswer.typed.text : undefined;
	const error = answer && !answer.ok ? refusalText(answer, t) : undefined;
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<Link to="/user-points" className="link flex items-center gap-1 justify-self-start">
					<ArrowLeft aria-hidden="true" className="size-4" />
					{t("points.users")}
				</Link>
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("points.importTitle")}</h1>
				<p id="import-text" className="max-w-prose text-lg text-muted">
					{t("points.importText", { lines: formatPoints(mostLines, language) })}
				</p>
			</header>
			{accepted ? (
				<>
					<p role="alert" className="field-error empty:hidden">
						{error ?? accepted.stale}
					</p>
					<ImportPreviewPanel
						preview={accepted.preview}
						text={accepted.text}
						idempotencyKey={idempotencyKey}
						busy={busy}
						language={language}
					/>
				</>
			) : (
				<ImportForm typed={typeof typed === "string" ? typed : ""} error={error} busy={busy} />
			)}
		</div>
	);
}
