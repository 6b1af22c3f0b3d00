import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ChevronLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { correctPayout } from "~/bonus-hunt/model/bonuses.server";
import { refuseGuesser } from "~/bonus-hunt/model/guesses.server";
import { pastSchema } from "~/bonus-hunt/model/manage.schema";
import { readPastHunt } from "~/bonus-hunt/model/past.server";
import { payPrize } from "~/bonus-hunt/model/prize.server";
import { HuntChart } from "~/bonus-hunt/screen/hunt-chart";
import { HuntNumbers } from "~/bonus-hunt/screen/hunt-numbers";
import { PastGuesses } from "~/bonus-hunt/screen/past/past-guesses";
import { PastSlots } from "~/bonus-hunt/screen/past/past-slots";
import { languageOf } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

type Loaded = { language: Language; hunt: { id: string; title: string } } | undefined;

export const handle = await declarePage({
	title: (t) => t("hunt.pastHunts.title"),
	description: (_t, loaded) => (loaded as Loaded)?.hunt.title,
	picture(loaded) {
		const page = loaded as Loaded;
		return page && `/bonus-hunt/past/${page.hunt.id}/picture.png?language=${page.language}`;
	},
	messages: ["hunt", "huntResult"],
});

const NUMBERS = [
	...(["cost", "won", "result", "opened", "needed"] as const),
	...(["overall", "average", "bestWin", "bestMultiplier"] as const),
];

/** An unknown hunt redirects to the list of past hunts. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const hunt = await readPastHunt(site, id, { viewer, language });
	if (!hunt) throw redirect("/bonus-hunt/past");
	return { language, hunt, editing: new URL(request.url).searchParams.get("edit") };
}

/** Pays the prize, or corrects a slot's payout, and redirects to this page. */
export const action = createAction({
	role: "hunt",
	limit: { points: 60, seconds: 60 },
	schema: pastSchema,
	async run({ input, viewer, params: { id: huntId = "" } }) {
		if (!viewer.isAdmin) await refuseGuesser(site.db, viewer.id, huntId);
		if (input.intent === "prize") await payPrize(site, viewer.id, { huntId, ...input });
		else await correctPayout(site, viewer.id, { huntId, ...input });
		return site.flash.redirect(
			`/bonus-hunt/past/${encodeURIComponent(huntId)}`,
			input.intent === "prize" ? "huntPrizePaid" : "huntCorrected",
		);
	},
});

export default function PastHunt() {
	const { t } = useTranslation();
	const { language, hunt, editing } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const isOfSlot = answer && !answer.ok && answer.typed?.intent === "payout";
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<Link to="/bonus-hunt/past" className="button justify-self-start">
					<ChevronLeft aria-hidden="true" className="size-5" />
					{t("hunt.pastHunts.toPast")}
				</Link>
				<h1 className="text-4xl font-extrabold break-words sm:text-5xl">{hunt.title}</h1>
				<p className="text-lg text-muted">{t("hunt.pastHunts.finished", { day: hunt.day })}</p>
			</header>
			<HuntNumbers
				hunt={hunt}
				names={NUMBERS}
				language={language}
				className="panel gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5"
			/>
			<PastGuesses hunt={hunt} answer={isOfSlot ? undefined : answer} language={language} />
			{hunt.chart ? (
				<HuntChart chart={hunt.chart} opened={hunt.statistics.opened} language={language} />
			) : null}
			{hunt.slots.length > 0 ? (
				<PastSlots hunt={hunt} editing={editing} answer={isOfSlot ? answer : undefined} language={language} />
			) : null}
		</div>
	);
}
