import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { History, SlidersHorizontal, Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { readOwnGuess, saveGuess } from "~/bonus-hunt/model/guesses.server";
import { guessSchema } from "~/bonus-hunt/model/manage.schema";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { Carousel } from "~/bonus-hunt/screen/carousel-section";
import { HuntEnd } from "~/bonus-hunt/screen/end/hunt-end";
import { NextHunt } from "~/bonus-hunt/screen/end/next-hunt";
import { GuessPanel } from "~/bonus-hunt/screen/guess-panel";
import { HuntAge, HuntStatisticsPanel } from "~/bonus-hunt/screen/hunt-statistics";
import { NoSlots } from "~/bonus-hunt/screen/no-slots";
import { useShownHunt } from "~/bonus-hunt/screen/use-shown-hunt";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { Kept } from "~/ui/shell/kept";

export { keepDataWhenUnreachable as clientLoader } from "~/ui/overlay/last-data";
export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("hunt.title"),
	description: (t) => t("hunt.intro"),
	messages: ["hunt", "huntResult"],
	navigation: {
		label: (t) => t("shell.bonusHunt"),
		icon: Trophy,
		order: 30,
		loading: (t) => t("shell.loading"),
	},
	shared: true,
});

/** Seconds after which a page without scripts loads itself again. */
const REFRESH_AFTER = 30;

/** The displayed hunt, or the result of the last one, with the viewer's guess. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const hunt = await readShownHunt(site, { viewer, language });
	const isTyping = viewer !== undefined && hunt.local?.guessing === "open";
	return {
		language,
		hunt,
		ownGuess: (await readOwnGuess(site.db, hunt.local?.id, viewer?.id)) ?? null,
		// A refresh would lose what the viewer is typing.
		refreshAfter: isTyping ? null : REFRESH_AFTER,
	};
}

/** Saves the viewer's guess and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: guessSchema,
	async run({ input, viewer }) {
		await saveGuess(site, viewer, input);
		return site.flash.redirect("/bonus-hunt", "guessSaved");
	},
});

export default function BonusHunt() {
	const { t } = useTranslation();
	const { page, lostMs, local, statistics, slots, staleMs } = useShownHunt(
		useLoaderData<typeof loader>(),
		"/bonus-hunt",
	);
	const { language, hunt, ownGuess } = page;
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const answer = useActionData<typeof action>();
	const isElsewhere = hunt.outside !== null;
	const mayManage = may(viewer, "hunt");
	// Only the panel of guesses shows their number.
	const shown = { ...hunt, local: hunt.local && { ...hunt.local, guesses: 0 } };
	// Ages in ms differ on each page.
	const isCurrent = staleMs === null && lostMs === null;
	const guess = local ? (
		<GuessPanel
			hunt={local}
			own={ownGuess ?? undefined}
			isSignedIn={viewer !== undefined}
			isTeam={viewer?.isAdmin === false && mayManage}
			answer={answer}
			language={language}
		/>
	) : null;
	return (
		<Kept
			as="div"
			by={isCurrent ? ["bonus-hunt", shown, viewer !== undefined, mayManage] : undefined}
			own={[guess]}
			className="grid gap-8 [&>*]:min-w-0"
		>
			{(guessPanel) => (
				<>
					<header className="grid gap-4">
						<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
							<h1 className="text-4xl font-extrabold sm:text-5xl">{t("hunt.title")}</h1>
							{local ? (
								<p className="badge text-sm">
									<span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-bad" />
									{t("hunt.live")}
								</p>
							) : null}
						</div>
						{local ? <p className="font-display text-2xl font-bold wrap-anywhere">{local.title}</p> : null}
						<p className="max-w-prose text-lg text-muted">{t("hunt.intro")}</p>
						{isElsewhere ? null : (
							<p className="flex flex-wrap gap-3">
								<Link to="/bonus-hunt/past" className="button">
									<History aria-hidden="true" className="size-5" />
									{t("hunt.past")}
								</Link>
								{mayManage ? (
									<Link to="/bonus-hunt/manage" className="button button-primary">
										<SlidersHorizontal aria-hidden="true" className="size-5" />
										{t("hunt.manage")}
									</Link>
								) : null}
							</p>
						)}
					</header>
					<HuntAge staleMs={staleMs} lostMs={lostMs} />
					{hunt.last ? (
						<HuntEnd hunt={hunt.last} isSignedIn={viewer !== undefined} language={language} />
					) : null}
					{local || isElsewhere ? (
						<>
							<HuntStatisticsPanel statistics={statistics} slots={slots} language={language} />
							{slots && slots.length > 0 ? (
								<Carousel slots={slots} language={language} />
							) : (
								<NoSlots text={t(slots ? "hunt.noSlots" : "hunt.slotsFailed")} failed={!slots} />
							)}
						</>
					) : (
						<NextHunt isFirst={hunt.last === null} />
					)}
					{guessPanel}
				</>
			)}
		</Kept>
	);
}
