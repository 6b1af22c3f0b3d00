import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Scale } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { MarketCard } from "~/events/predictions/market-card";
import {
	cancelMarket,
	endStakes,
	openMarket,
	settleMarket,
	stakeOn,
	undoMarket,
} from "~/events/predictions/markets.server";
import { OpenMarket } from "~/events/predictions/open-market";
import { predictionsSchema } from "~/events/predictions/predictions.schema";
import { readPredictions } from "~/events/predictions/predictions-page.server";
import { useEvents } from "~/events/use-events";
import { DomainError } from "~/forms/domain-error";
import { unknownPage } from "~/games/instant/page.server";
import { languageOf } from "~/i18n/i18next.server";
import type { NoticeCode } from "~/i18n/messages";
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

/** The predictions. Public; unknown while an admin has not turned predictions on. */
export async function loader({ request }: LoaderFunctionArgs) {
	if (!site.config.PREDICTIONS) throw unknownPage(site);
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const page = await readPredictions(site, viewer, language);
	const isTyping = viewer && (viewer.isAdmin || page.markets.some(({ state }) => state === "open"));
	return {
		...page,
		language,
		viewer: viewer ? (viewer.isAdmin ? ("admin" as const) : ("viewer" as const)) : ("visitor" as const),
		delay: site.config.STREAM_DELAY_SECONDS,
		refreshAfter: isTyping ? null : REFRESH_AFTER,
	};
}

/** Takes a viewer's stake, or opens or changes a prediction as an admin, and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 60, seconds: 60 },
	schema: predictionsSchema,
	async run({ input, viewer }) {
		if (!site.config.PREDICTIONS) return unknownPage(site);
		if (input.intent === "stake") {
			const { intent: _, quick, points = 0, ...stake } = input;
			if ((quick ?? points) === 0) throw new DomainError("marketStakeInvalid");
			await stakeOn(site, viewer, { ...stake, points: quick ?? points });
			return site.flash.redirect(`/predictions#market-${stake.marketId}`, "predictionStaked");
		}
		if (!viewer.isAdmin) throw new DomainError("adminsOnly");
		const done = await actAsAdmin(viewer.id, input);
		// The one who runs a bracket goes on with it.
		if (input.intent === "openMatch")
			return site.flash.redirect(`/tournament/${input.tournamentId}/manage`, done);
		const anchor = "marketId" in input ? `#market-${input.marketId}` : "";
		return site.flash.redirect(`/predictions${anchor}`, done);
	},
});

type AdminInput = Exclude<z.output<typeof predictionsSchema>, { intent: "stake" }>;

/** @returns the notice of what was done. */
async function actAsAdmin(adminId: string, input: AdminInput): Promise<NoticeCode> {
	switch (input.intent) {
		case "open": {
			const { intent: _, question, outcomes, ...form } = input;
			await openMarket(site, adminId, { ...form, about: { question, outcomes } });
			return "predictionOpened";
		}
		case "openHunt": {
			const { intent: _, template, ...form } = input;
			await openMarket(site, adminId, { ...form, about: { template } });
			return "predictionOpened";
		}
		case "openMatch": {
			const { intent: _, tournamentId, round, number, ...form } = input;
			await openMarket(site, adminId, { ...form, about: { match: { tournamentId, round, number } } });
			return "predictionOpened";
		}
		case "lock":
			await endStakes(site, adminId, input);
			return "predictionLocked";
		case "settle":
			await settleMarket(site, adminId, input);
			return "predictionDecided";
		case "cancel":
			await cancelMarket(site, adminId, input);
			return "predictionCancelled";
		case "undo":
			await undoMarket(site, adminId, input);
			return "predictionUndone";
	}
}

export default function Predictions() {
	const { t } = useTranslation();
	const {
		markets: loaded,
		newestAt,
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
			{viewer === "admin" ? (
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
