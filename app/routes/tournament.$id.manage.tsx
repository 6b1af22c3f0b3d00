import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PredictMatch } from "~/events/predictions/predict-match";
import { readMatchForm } from "~/events/predictions/predictions-page.server";
import { bracketSchema } from "~/events/tournaments/bracket/bracket.schema";
import { actOnBracket } from "~/events/tournaments/bracket/bracket.server";
import { readManagedBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { ManageBracket } from "~/events/tournaments/bracket/manage-bracket";
import { findTournamentStates } from "~/events/tournaments/tournaments.queries.server";
import { useEvents } from "~/events/use-events";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("bracket.manage.title"),
	messages: ["bracket"],
});

/** For the right `tournaments`: others are redirected to `/`, and an unknown bracket to the page of tournaments. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "tournaments")]);
	const edit = new URL(request.url).searchParams.get("edit");
	const bracket = await readManagedBracket(site, id, language, edit);
	if (!bracket) throw redirect("/tournament");
	return {
		...{ language, bracket, states: await findTournamentStates(site.db) },
		matchForm: may(viewer, "predictions") ? await readMatchForm(site, id, bracket.current) : null,
	};
}

export const action = createAction({
	role: "tournaments",
	limit: { points: 240, seconds: 60 },
	schema: bracketSchema,
	async run({ input, viewer, params: { id = "" } }) {
		await actOnBracket(site, viewer.id, id, input);
		return redirect(`/tournament/${id}/manage`);
	},
});

export default function ManageBracketPage() {
	const { t } = useTranslation();
	const { bracket, states, matchForm, ...page } = useLoaderData<typeof loader>();
	useEvents("tournament", states, useReload());
	return (
		<div className="grid gap-5">
			<PageHeader title={t("bracket.manage.title")} intro={bracket.title}>
				<Link to="/tournament" className="button justify-self-start">
					{t("bracket.manage.toPage")}
				</Link>
			</PageHeader>
			<ManageBracket {...page} bracket={bracket} answer={useActionData<typeof action>()}>
				{matchForm ? <PredictMatch fields={matchForm} /> : null}
			</ManageBracket>
		</div>
	);
}
