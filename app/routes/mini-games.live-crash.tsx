import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { betOf, liveCrashSchema, peopleSchema } from "~/games/crash/engine/crash.schema";
import { readResults } from "~/games/crash/persistence/bets.server";
import { chooseLiveName, readLiveName } from "~/games/crash/persistence/live-names.server";
import { openingBet, refreshAfter } from "~/games/crash/screen/bet/opening-bet";
import { LiveCrash } from "~/games/crash/screen/live-crash";
import { GameDialog } from "~/games/game-dialog";
import { checkWallet, walletOf } from "~/games/wallet";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { COMPLETE } from "~/ui/shell/revalidation";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("crash.liveTitle"),
	fullScreen: true,
	messages: ["crash"],
});

/** The live round, with the viewer's own bet, queued bet and latest results. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const [results, name] = viewer
		? await Promise.all([readResults(site.db, viewer.id, "live"), readLiveName(site, site.db, viewer.id)])
		: [[]];
	// Read last: they are newer than the results.
	const state = site.liveCrash().readState();
	const own = site.liveCrash().readOwn(viewer?.id);
	const last = own.queued ?? own.bet;
	return {
		language,
		wallet: walletOf(viewer?.id),
		idempotencyKey: crypto.randomUUID(),
		maxBet: site.config.LIVE_CRASH_MAX_BET,
		...openingBet(new URL(request.url).searchParams, last, site.config.LIVE_CRASH_MAX_BET),
		balance: viewer?.points,
		name: viewer && name ? { ...name, username: viewer.username } : undefined,
		state,
		own,
		results,
		refreshAfter: refreshAfter(state.round, own.bet, site.liveCrash().restMs),
	};
}

/**
 * Places, cancels, cashes out, queues or unqueues the viewer's bet. Returns what was done and the changed state,
 * without a redirect.
 */
const play = createAction({
	role: "viewer",
	limit: { points: 60, seconds: 10 },
	isGame: true,
	schema: liveCrashSchema,
	async run({ input, viewer }) {
		const liveCrash = site.liveCrash();
		const answer = await act();
		return { ...answer, own: liveCrash.readOwn(viewer.id), ...COMPLETE };

		async function act() {
			switch (input.intent) {
				case "place": {
					checkWallet(input.wallet, viewer.id);
					const bet = { userId: viewer.id, idempotencyKey: input.idempotencyKey, ...betOf(input) };
					const { id, balance } = await liveCrash.place(bet);
					return { did: "placed" as const, betId: id, balance, idempotencyKey: id };
				}
				case "cancel": {
					const balance = await liveCrash.cancel(viewer.id, input.betId);
					return { did: "cancelled" as const, balance };
				}
				case "cash-out": {
					const paid = await liveCrash.cashOut(viewer.id, input.betId);
					return { did: "cashedOut" as const, ...paid };
				}
				case "queue": {
					checkWallet(input.wallet, viewer.id);
					const bet = { userId: viewer.id, idempotencyKey: input.idempotencyKey, ...betOf(input) };
					await liveCrash.queueBet(bet, viewer.points);
					return { did: "queued" as const, idempotencyKey: crypto.randomUUID() };
				}
				case "unqueue":
					liveCrash.leaveQueue(viewer.id);
					return { did: "unqueued" as const };
			}
		}
	},
});

/** Sends a reaction to all who watch, or stores how others see the viewer from the next bet on. */
const meet = createAction({
	role: "viewer",
	limit: { points: 12, seconds: 10 },
	schema: peopleSchema,
	async run({ input, viewer }) {
		const liveCrash = site.liveCrash();
		const own = liveCrash.readOwn(viewer.id);
		if (input.intent === "react") {
			liveCrash.react(input.reaction);
			return { did: "reacted" as const, own, ...COMPLETE };
		}
		await chooseLiveName(site, viewer.id, input.shownAs);
		return { did: "renamed" as const, own };
	},
});

export const action = (args: ActionFunctionArgs) =>
	new URL(args.request.url).searchParams.has("people") ? meet(args) : play(args);

export default function LiveCrashPage() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const fetcher = useFetcher<typeof action>({ key: "live-crash" });
	const people = useFetcher<typeof action>({ key: "live-people" });
	const posted = useActionData<typeof action>();
	return (
		<GameDialog
			path="/mini-games/live-crash"
			title={t("crash.liveTitle")}
			closeLabel={t("crash.close")}
			infoLabel={t("crash.info")}
			fill
			openerId="open-liveCrash"
		>
			{(covered) => (
				<LiveCrash
					key={page.wallet}
					page={page}
					fetcher={fetcher}
					people={people}
					answer={fetcher.data ?? posted}
					covered={covered}
				/>
			)}
		</GameDialog>
	);
}
