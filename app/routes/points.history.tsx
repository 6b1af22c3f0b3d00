import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Gamepad2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { readHistory } from "~/games/history/history.server";
import { HistoryDay } from "~/games/history/history-day";
import { HistoryFilter } from "~/games/history/history-filter";
import { sharingSchema } from "~/games/sharing/sharing.schema";
import { shareRound, unshareRound } from "~/games/sharing/sharing.server";
import { languageOf } from "~/i18n/i18next.server";
import { PointsPages } from "~/points/points-pages";
import { requireViewer } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("history.title"),
	messages: ["history", "points"],
});

/** The viewer's rounds. A visitor is sent to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireViewer(request)]);
	return { language, ...(await readHistory(site, viewer.id, new URL(request.url).searchParams, language)) };
}

/** Shares a round and redirects to its public page, or stops sharing it and redirects back. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: sharingSchema,
	async run({ input, viewer, request }) {
		if (input.intent === "share") {
			const id = await shareRound(site, viewer.id, input);
			return site.flash.redirect(`/shared/${id}`, "roundShared");
		}
		await unshareRound(site, viewer.id, input.share);
		return site.flash.redirect(`/points/history${new URL(request.url).search}`, "roundUnshared");
	},
});

export default function History() {
	const { t } = useTranslation();
	const { language, games, filter, days, previous, next } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const isNarrowed = filter.game !== undefined || filter.outcome !== undefined;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-8">
			<PageHeader title={t("history.title")} intro={t("history.intro")}>
				<PointsPages />
			</PageHeader>
			<Refused answer={answer} />
			{days.length === 0 && !isNarrowed ? (
				<div className="panel grid justify-items-start gap-4">
					<p className="text-muted">{t("history.none")}</p>
					<Link to="/mini-games" className="button button-primary">
						<Gamepad2 aria-hidden="true" className="size-5" />
						{t("history.toGames")}
					</Link>
				</div>
			) : (
				<>
					<HistoryFilter filter={filter} games={games} />
					{days.length === 0 ? <p className="panel text-muted">{t("history.noneFound")}</p> : null}
					{days.map((day) => (
						<HistoryDay key={day.date} day={day} language={language} />
					))}
				</>
			)}
			<Pager previous={previous} next={next} />
		</div>
	);
}
