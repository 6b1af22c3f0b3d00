import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageForm, PagePreview } from "~/games/players/page-form";
import { pageSchema } from "~/games/players/player-page.schema";
import { readPlayerSettings, saveChoices } from "~/games/players/player-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { PointsPages } from "~/points/points-pages";
import { requireViewer } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("players.ownTitle"),
	messages: ["players", "points"],
});

/** What the viewer's public page shows. A visitor is redirected to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireViewer(request)]);
	return { language, ...(await readPlayerSettings(site, viewer.id, language)) };
}

/** Saves what the viewer's page shows and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: pageSchema,
	async run({ input, viewer }) {
		await saveChoices(site, viewer.id, input);
		return site.flash.redirect("/points/page", "playerPageSaved");
	},
});

export default function OwnPage() {
	const { t } = useTranslation();
	const { language, choices, shown, isHidden } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-8">
			<PageHeader title={t("players.ownTitle")} intro={t("players.ownIntro")}>
				<PointsPages />
			</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<PageForm choices={choices} refused={answer && !answer.ok ? answer : undefined} />
				<PagePreview choices={choices} shown={shown} isHidden={isHidden} language={language} />
			</div>
		</div>
	);
}
