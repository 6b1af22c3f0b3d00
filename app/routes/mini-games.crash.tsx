import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { clientKey } from "~/forms/rate-limit.server";
import { betOf, soloCrashSchema } from "~/games/crash/engine/crash.schema";
import type { SoloPlayer } from "~/games/crash/engine/solo.server";
import { readResults } from "~/games/crash/persistence/bets.server";
import { openingBet, refreshAfter } from "~/games/crash/screen/bet/opening-bet";
import { SoloCrash } from "~/games/crash/screen/solo-crash";
import { GameDialog } from "~/games/game-dialog";
import { checkWallet, DEMO_POINTS, walletOf } from "~/games/wallet";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { COMPLETE } from "~/ui/shell/revalidation";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("crash.soloTitle"),
	fullScreen: true,
	messages: ["crash"],
});

const readDemo = (request: Request) =>
	site.soloDemoCookie.read(request) ?? { id: crypto.randomUUID(), points: DEMO_POINTS, staked: 0 };

/** The viewer's game, or the demo game of a visitor, whose account is in a signed cookie. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const demo = readDemo(request);
	const player: SoloPlayer = viewer ? { userId: viewer.id } : { demo };
	const soloCrash = site.soloCrash();
	const results = viewer ? await readResults(site.db, viewer.id, "solo") : soloCrash.readDemoResults(demo);
	// Read last: it is newer than the results.
	const state = await soloCrash.read(player);
	const headers = new Headers();
	if (!viewer) headers.append("Set-Cookie", site.soloDemoCookie.write(soloCrash.readDemo(demo)));
	return data(
		{
			language,
			wallet: walletOf(viewer?.id),
			idempotencyKey: crypto.randomUUID(),
			maxBet: site.config.CRASH_MAX_BET,
			...openingBet(new URL(request.url).searchParams, state.own.bet, site.config.CRASH_MAX_BET),
			state,
			results,
			refreshAfter: state.round && refreshAfter(state.round, state.own.bet, soloCrash.restMs),
		},
		{ headers },
	);
}

/**
 * Acts in the game of the viewer or of the visitor's demo account. Returns what was done and the changed state,
 * without a redirect.
 */
export const action = createAction({
	role: "anyone",
	limit: { points: 60, seconds: 10 },
	isGame: true,
	schema: soloCrashSchema,
	async run({ input, viewer, request, headers }) {
		const demo = readDemo(request);
		const player: SoloPlayer = viewer ? { userId: viewer.id } : { demo };
		const address = clientKey(site.config.TRUSTED_PROXY_HOPS);
		const soloCrash = site.soloCrash();
		const answer = await act();
		if (!viewer) headers.append("Set-Cookie", site.soloDemoCookie.write(soloCrash.readDemo(demo)));
		return { ...answer, own: soloCrash.readOwn(player), ...COMPLETE };

		async function act() {
			switch (input.intent) {
				case "start":
					return { did: "started" as const, state: await soloCrash.start(player, address) };
				case "place": {
					checkWallet(input.wallet, viewer?.id);
					const bet = { idempotencyKey: input.idempotencyKey, ...betOf(input) };
					const { id, balance } = await soloCrash.place(player, address, bet);
					return { did: "placed" as const, betId: id, balance, idempotencyKey: id };
				}
				case "cancel": {
					const balance = await soloCrash.cancel(player, input.betId);
					return { did: "cancelled" as const, balance };
				}
				case "fly":
					await soloCrash.flyNow(player, input.betId);
					return { did: "flown" as const };
				case "cash-out":
					return { did: "cashedOut" as const, ...(await soloCrash.cashOut(player, input.betId)) };
				case "refill":
					if (!viewer) soloCrash.refill(demo);
					return { did: "refilled" as const, balance: viewer?.points ?? DEMO_POINTS };
			}
		}
	},
});

export default function SoloCrashPage() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const fetcher = useFetcher<typeof action>({ key: "crash" });
	const posted = useActionData<typeof action>();
	return (
		<GameDialog
			path="/mini-games/crash"
			title={t("crash.soloTitle")}
			closeLabel={t("crash.close")}
			infoLabel={t("crash.info")}
			fill
			openerId="open-crash"
		>
			{(covered) => (
				<SoloCrash
					key={page.wallet}
					page={page}
					fetcher={fetcher}
					answer={fetcher.data ?? posted}
					covered={covered}
				/>
			)}
		</GameDialog>
	);
}
