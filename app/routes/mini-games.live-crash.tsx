import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { openBet } from "~/games/crash/engine/bet-repository";
import { betOf, liveCrashSchema } from "~/games/crash/engine/crash.schema";
import { readResults } from "~/games/crash/persistence/bets.server";
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

export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const state = site.liveCrash.readState();
	const own = viewer ? site.liveCrash.readOwn(viewer.id) : { bet: null, queued: null };
	const last = own.queued ?? own.bet;
	return {
		language,
		wallet: walletOf(viewer?.id),
		idempotencyKey: crypto.randomUUID(),
		...openingBet(new URL(request.url).searchParams, last),
		balance: viewer?.points,
		state,
		own,
		results: viewer ? await readResults(site.db, viewer.id, "live") : [],
		refreshAfter: refreshAfter(state.round, own.bet, site.liveCrash.restMs),
	};
}

export const action = createAction({
	role: "viewer",
	limit: { points: 60, seconds: 10 },
	isGame: true,
	schema: liveCrashSchema,
	async run({ input, viewer }) {
		const { liveCrash } = site;
		const answer = await act();
		return { ...answer, ...COMPLETE };

		async function act() {
			switch (input.intent) {
				case "place": {
					checkWallet(input.wallet, viewer.id);
					const bet = { userId: viewer.id, idempotencyKey: input.idempotencyKey, ...betOf(input) };
					const { balance, ...placed } = await liveCrash.place(bet);
					return { did: "placed" as const, bet: openBet(placed), balance, idempotencyKey: placed.id };
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
					const queued = await liveCrash.queueBet(bet, viewer.points);
					return { did: "queued" as const, queued, idempotencyKey: crypto.randomUUID() };
				}
				case "unqueue":
					liveCrash.leaveQueue(viewer.id);
					return { did: "unqueued" as const, queued: null };
			}
		}
	},
});

export default function LiveCrashPage() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const fetcher = useFetcher<typeof action>({ key: "live-crash" });
	const posted = useActionData<typeof action>();
	return (
		<GameDialog
			path="/mini-games/live-crash"
			title={t("crash.liveTitle")}
			closeLabel={t("crash.close")}
			infoLabel={t("crash.info")}
			openerId="open-liveCrash"
		>
			{(covered) => (
				<LiveCrash page={page} fetcher={fetcher} answer={fetcher.data ?? posted} covered={covered} />
			)}
		</GameDialog>
	);
}
