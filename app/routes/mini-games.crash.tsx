import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { betOf, soloCrashSchema } from "~/games/crash/engine/crash.schema";
import { newDemo } from "~/games/crash/engine/solo-demo";
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

/** The game of the viewer, or of the visitor, whose rounds are in a signed cookie. */
function gameOf(viewer: { id: string } | undefined, request: Request) {
	if (viewer) return { game: site.soloCrash.ofViewer(viewer.id), demo: undefined };
	const stored = site.soloDemoCookie.read(request);
	const demo = site.soloCrash.ofDemo(stored?.history ? stored : newDemo());
	return { game: demo, demo };
}

export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { game, demo } = gameOf(viewer, request);
	const { CRASH_MAX_BET: maxBet } = site.config;
	const state = await game.read();
	const results = await game.readResults();
	const headers = new Headers();
	if (demo) headers.append("Set-Cookie", site.soloDemoCookie.write(demo.contents()));
	return data(
		{
			language,
			wallet: walletOf(viewer?.id),
			idempotencyKey: crypto.randomUUID(),
			maxBet,
			...openingBet(new URL(request.url).searchParams, state.own.bet, maxBet),
			state,
			own: state.own,
			results,
			refreshAfter: state.round && refreshAfter(state.round, state.own.bet, site.soloCrash.restMs),
		},
		{ headers },
	);
}

/** Acts in the game of the viewer or the visitor. Returns what was done and the state after it, without a redirect. */
export const action = createAction({
	role: "anyone",
	limit: { points: 60, seconds: 10, sharedAs: "crash" },
	isGame: true,
	schema: soloCrashSchema,
	async run({ input, viewer, request, headers }) {
		const { game, demo } = gameOf(viewer, request);
		const answer = await act();
		const state = await game.read();
		if (demo) headers.append("Set-Cookie", site.soloDemoCookie.write(demo.contents()));
		return { ...answer, state, own: state.own, ...COMPLETE };

		async function act() {
			switch (input.intent) {
				case "start":
					await game.open();
					return { did: "started" as const };
				case "place": {
					checkWallet(input.wallet, viewer?.id);
					const bet = { idempotencyKey: input.idempotencyKey, ...betOf(input) };
					const { id, balance } = await game.place(bet);
					return { did: "placed" as const, betId: id, balance, idempotencyKey: id };
				}
				case "cancel":
					return { did: "cancelled" as const, balance: await game.cancel(input.betId) };
				case "fly":
					await game.flyNow(input.betId);
					return { did: "flown" as const };
				case "cash-out":
					return { did: "cashedOut" as const, ...(await game.cashOut(input.betId)) };
				case "refill":
					await demo?.refill();
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
