import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { tournamentSchema } from "~/events/tournaments/tournament.schema";
import { TournamentForm } from "~/events/tournaments/tournament-form";
import { readTournamentForm, saveTournamentForm } from "~/events/tournaments/tournament-form.server";
import { findTournament } from "~/events/tournaments/tournaments.queries.server";
import { cancelTournament } from "~/events/tournaments/tournaments.server";
import { languageOf } from "~/i18n/i18next.server";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("tournaments.new"),
	messages: ["tournaments", "translations"],
});

/**
 * The form of a new tournament of the kind in the query, or of the one in the path. For the right `tournaments`: others are redirected
 * to the page of tournaments.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language] = await Promise.all([
		languageOf(request),
		requireRight(request, "tournaments", "/tournament"),
	]);
	const tournament = params.id === undefined ? undefined : await findTournament(site.db, params.id);
	if (params.id !== undefined && !tournament) throw site.flash.redirect("/tournament", "tournamentGone");
	const asked = new URL(request.url).searchParams.get("kind");
	const kind = tournament?.kind ?? (asked === "league" || asked === "bracket" ? asked : "race");
	return { kind, ...(await readTournamentForm(site, tournament, language)) };
}

/** Creates, edits or cancels a tournament, and redirects to the page of tournaments. */
export const action = createAction({
	role: "tournaments",
	limit: { points: 60, seconds: 60 },
	schema: tournamentSchema,
	async run({ input, viewer, params: { id } }) {
		if (input.kind !== "cancel") {
			const saved = await saveTournamentForm(site, viewer.id, id, input);
			return site.flash.redirect(`/tournament#tournament-${saved}`, "tournamentSaved");
		}
		await cancelTournament(site, viewer.id, id ?? "");
		return site.flash.redirect("/tournament", "tournamentCancelled");
	},
});

export default function TournamentFormPage() {
	const { t } = useTranslation();
	const data = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { kind, edited } = data;
	return (
		<div className="grid max-w-4xl gap-6">
			<PageHeader
				title={edited?.title ?? t(`tournaments.add.${kind}`)}
				intro={t(`tournaments.about.${kind}`)}
			/>
			{edited && !edited.isEditable ? (
				<p className="panel">{t("tournaments.form.locked")}</p>
			) : (
				<TournamentForm key={kind} data={data} kind={kind} answer={answer} />
			)}
			{edited?.canCancel ? (
				<details className="panel">
					<summary className="py-2.5 font-semibold">{t("tournaments.form.cancel")}</summary>
					<PostForm fields={{ kind: "cancel" }} className="grid justify-items-start gap-3">
						<p>{t("tournaments.form.cancelText")}</p>
						{edited.isEditable ? null : <Refused answer={answer} />}
						<button type="submit" className="button text-bad">
							{t("tournaments.form.cancelNow")}
						</button>
					</PostForm>
				</details>
			) : null}
		</div>
	);
}
