import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { SOURCES } from "~/points/import/columns";
import { storeImport } from "~/points/import/import.server";
import { ImportForm } from "~/points/import/import-form";
import { decodeFile, FILE_FORM_BYTES, MAX_LINES } from "~/points/import/points-file.server";
import { readImportLinks } from "~/points/import/report.server";
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
	const sources = new Intl.ListFormat(language, { type: "conjunction" }).format(SOURCES);
	return { language, mostLines: MAX_LINES, sources, imports: await readImportLinks(site, language) };
}

/** Stores the file and redirects to its preview. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	bodyLimit: FILE_FORM_BYTES,
	schema: importSchema,
	async run({ input, viewer }) {
		const { file, text = "" } = input;
		const content = file && file.size > 0 ? decodeFile(await file.arrayBuffer()) : text;
		return redirect(`/user-points/import/${await storeImport(site, viewer.id, content)}`);
	},
});

export default function ImportPoints() {
	const { t } = useTranslation();
	const { language, mostLines, sources, imports } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refusal = answer && !answer.ok ? answer : undefined;
	const typed = refusal?.typed?.text;
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<Link to="/user-points" className="link flex items-center gap-1 justify-self-start">
					<ArrowLeft aria-hidden="true" className="size-4" />
					{t("points.users")}
				</Link>
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("points.importTitle")}</h1>
				<p id="import-text" className="max-w-prose text-lg text-muted">
					{t("points.importText", { lines: formatPoints(mostLines, language), sources })}
				</p>
			</header>
			<ImportForm typed={typeof typed === "string" ? typed : ""} error={refusal && refusalText(refusal, t)} />
			{imports.length > 0 ? (
				<section aria-labelledby="imports" className="panel grid gap-3">
					<h2 id="imports" className="text-2xl font-bold">
						{t("points.imports")}
					</h2>
					<ul className="grid gap-2">
						{imports.map(({ id, when, state }) => (
							<li key={id}>
								<Link to={`/user-points/import/${id}`} className="link">
									{when}
								</Link>{" "}
								<span className="text-muted">({t(`points.importStates.${state}`)})</span>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</div>
	);
}
