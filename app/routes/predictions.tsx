import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Scale } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MarketCard } from "~/events/predictions/market-card";
import { actOnMarket, openMarket, stakeOn } from "~/events/predictions/markets.server";
import { OpenMarket } from "~/events/predictions/open-market";
import { predictionsSchema } from "~/events/predictions/predictions.schema";
import { readPredictions } from "~/events/predictions/predictions-page.server";
import { useEvents } from "~/events/use-events";
import { DomainError } from "~/forms/domain-error";
import { unknownPage } from "~/games/instant/page.server";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import { createAction, findViewer, site } from "~/site/site.server";
import { EmptyPanel } from "~/ui/empty-panel";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("predictions.title"),
	messages: ["predictions"],
});

/** Seconds. A page on which a viewer may type is not loaded again by itself. */
const REFRESH_AFTER = 15;

/** The predictions. Public. While they are off, the page is unknown, except to those who still have to decide some. */
export async function loader({ request }: LoaderFunctionArgs) {
	const isOn = site.config.PREDICTIONS;
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	if (!isOn && !may(viewer, "predictions")) throw unknownPage(site);
	const page = await readPredictions(site, viewer, language);
	if (!isOn && page.markets.every(({ state }) => state === "paid")) throw unknownPage(site);
	const isTyping =
		viewer && (may(viewer, "predictions") || page.markets.some(({ state }) => state === "open"));
	return {
		...page,
		isOn,
		language,
		viewer: !viewer
			? ("visitor" as const)
			: may(viewer, "predictions")
				? ("decider" as const)
				: ("viewer" as const),
		delay: site.config.STREAM_DELAY_SECONDS,
		refreshAfter: isTyping ? null : REFRESH_AFTER,
	};
}

const DONE = {
	lock: "predictionLocked",
	settle: "predictionDecided",
	cancel: "predictionCancelled",
	undo: "predictionUndone",
} as const;

/** Takes a viewer's stake, or opens or changes a prediction with the right to do so, and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 60, seconds: 60 },
	schema: predictionsSchema,
	async run({ input, viewer }) {
		if (!site.config.PREDICTIONS && !(may(viewer, "predictions") && "revision" in input))
			return unknownPage(site);
		if (input.intent === "stake") {
			const { intent: _, quick, points = 0, ...stake } = input;
			if ((quick ?? points) === 0) throw new DomainError("marketStakeInvalid");
			await stakeOn(site, viewer, { ...stake, points: quick ?? points });
			return site.flash.redirect(`/predictions#market-${stake.marketId}`, "predictionStaked");
		}
		if (!may(viewer, "predictions")) throw new DomainError("adminsOnly");
		if ("revision" in input) {
			await actOnMarket(site, viewer.id, input);
			return site.flash.redirect(`/predictions#market-${input.marketId}`, DONE[input.intent]);
		}
		await openMarket(site, viewer.id, input);
		// The one who runs a bracket goes on with it.
		const path = input.intent === "openMatch" ? `/tournament/${input.tournamentId}/manage` : "/predictions";
		return site.flash.redirect(path, "predictionOpened");
	},
});

export default function Predictions() {
	const { t } = useTranslation();
	const {
		markets: loaded,
		newestAt,
		isOn,
		templates,
		viewer,
		idempotencyKey,
		delay,
		language,
	} = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const reload = useReload();
	const markets = useEvents("predictions", loaded, reload);
	return (
		<div className="grid gap-6">
			<PageHeader title={t("predictions.title")} intro={t("predictions.intro")} />
			{isOn && viewer === "decider" ? (
				<OpenMarket key={newestAt} {...{ idempotencyKey, templates, delay, answer }} />
			) : null}
			{markets.length === 0 ? <EmptyPanel icon={Scale} text={t("predictions.none")} /> : null}
			<div className="grid items-start gap-6 lg:grid-cols-2">
				{markets.map((market) => (
					<MarketCard key={market.id} {...{ market, viewer, idempotencyKey, answer, language, reload }} />
				))}
			</div>
		</div>
	);
}
