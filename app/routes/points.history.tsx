import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
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
import { Pager } from "~/ui/pager";
import { refusalText } from "~/ui/refusal-text";
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
	async run({ input, viewer, request, headers }) {
		if (input.intent === "share") {
			const id = await shareRound(site, viewer.id, input);
			headers.append("Set-Cookie", site.flash.write("roundShared"));
			return redirect(`/shared/${id}`);
		}
		await unshareRound(site, viewer.id, input.share);
		headers.append("Set-Cookie", site.flash.write("roundUnshared"));
		return redirect(`/points/history${new URL(request.url).search}`);
	},
});

export default function History() {
	const { t } = useTranslation();
	const { language, games, filter, days, previous, next } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const isNarrowed = filter.game !== undefined || filter.outcome !== undefined;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-8">
			<header className="grid gap-4">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("history.title")}</h1>
				<p className="max-w-prose text-lg text-muted">{t("history.intro")}</p>
				<PointsPages />
			</header>
			<p role="alert" className="field-error empty:hidden">
				{answer && !answer.ok ? refusalText(answer, t) : null}
			</p>
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
