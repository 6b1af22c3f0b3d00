import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PredictMatch } from "~/events/predictions/predict-match";
import { readMatchForm } from "~/events/predictions/predictions-page.server";
import { bracketSchema } from "~/events/tournaments/bracket/bracket.schema";
import { actOnBracket } from "~/events/tournaments/bracket/bracket.server";
import { readManagedBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { BracketRounds } from "~/events/tournaments/bracket/bracket-rounds";
import { ManageBracket } from "~/events/tournaments/bracket/manage-bracket";
import { findTournamentStates } from "~/events/tournaments/tournaments.queries.server";
import { useEvents } from "~/events/use-events";
import { languageOf } from "~/i18n/i18next.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("bracket.manage.title"),
	messages: ["bracket"],
});

/** Admins only: others are redirected to `/`, and an unknown bracket to the page of tournaments. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const { searchParams } = new URL(request.url);
	const bracket = await readManagedBracket(site, id, language, searchParams.get("edit"));
	if (!bracket) throw redirect("/tournament");
	return {
		...{ language, bracket, states: await findTournamentStates(site.db) },
		matchForm: await readMatchForm(site, id, bracket.current),
		isFinishing: searchParams.get("ask") === "finish",
		done: searchParams.get("done"),
		overlay: `${site.config.APP_ORIGIN}/tournament/${id}/overlay?language=${language}`,
	};
}

export const action = createAction({
	role: "admin",
	limit: { points: 240, seconds: 60 },
	schema: bracketSchema,
	async run({ input, viewer, params: { id = "" } }) {
		await actOnBracket(site, viewer.id, id, input);
		return redirect(`/tournament/${id}/manage?done=${input.intent}`);
	},
});

export default function ManageBracketPage() {
	const { t } = useTranslation();
	const { overlay, bracket, states, matchForm, ...page } = useLoaderData<typeof loader>();
	useEvents("tournament", states, useReload());
	return (
		<div className="grid gap-5">
			<PageHeader title={t("bracket.manage.title")} intro={bracket.title}>
				<nav className="flex flex-wrap gap-2">
					<Link to="/tournament" className="button">
						{t("bracket.manage.toPage")}
					</Link>
					<a href={overlay} target="_blank" rel="noopener" className="button">
						{t("bracket.manage.toOverlay")}
					</a>
				</nav>
			</PageHeader>
			<ManageBracket {...page} bracket={bracket} answer={useActionData<typeof action>()}>
				{matchForm ? <PredictMatch fields={matchForm} /> : null}
			</ManageBracket>
			<BracketRounds bracket={bracket} language={page.language} />
			<p className="max-w-prose text-sm text-muted">
				{t("bracket.manage.overlayHint")}
				<code className="mono block pt-1 text-text">{overlay}</code>
			</p>
		</div>
	);
}
