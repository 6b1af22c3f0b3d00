import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { GameDialog } from "~/games/game-dialog";
import { lastDemoRound, newDemo, playDemo, readDemo } from "~/games/plinko/engine/demo.server";
import { openingBet } from "~/games/plinko/engine/plinko";
import { plinkoSchema } from "~/games/plinko/engine/plinko.schema";
import { playRound, readPlayer } from "~/games/plinko/engine/plinko.server";
import { PlinkoGame } from "~/games/plinko/screen/plinko-game";
import { checkWallet, walletOf } from "~/games/wallet";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { COMPLETE } from "~/ui/shell/revalidation";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("plinko.title"),
	fullScreen: true,
	messages: ["plinko"],
});

/** The viewer's balance, last round and totals, or those of the visitor's demo account in a signed cookie. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const page = {
		language,
		wallet: walletOf(viewer?.id),
		idempotencyKey: crypto.randomUUID(),
		maxBet: site.config.PLINKO_MAX_BET,
		// Without scripts the ball buttons come back here with what was chosen.
		...openingBet(new URL(request.url).searchParams),
	};
	if (viewer) {
		const player = await readPlayer(site.db, viewer.id, site.now(), site.config.SITE_TIMEZONE);
		return { ...page, balance: viewer.points, ...player };
	}
	const demo = readDemo(site.demoCookie, request);
	const lastRound = lastDemoRound(site.config.SESSION_SECRET, demo);
	return { ...page, balance: demo.points, lastRound, totals: demo.totals };
}

/**
 * Plays a round of the viewer or of the visitor's demo account, or resets the demo account. Returns the outcome
 * without a redirect.
 */
export const action = createAction({
	role: "anyone",
	limit: { points: 150, seconds: 10 },
	isGame: true,
	schema: plinkoSchema,
	async run({ input, viewer, request, headers }) {
		if (input.intent === "play") {
			checkWallet(input.wallet, viewer?.id);
			if (viewer) {
				const { balance, ...round } = await playRound(site, viewer.id, input);
				return { round, balance, ...COMPLETE };
			}
			const { SESSION_SECRET, PLINKO_MAX_BET } = site.config;
			const demo = readDemo(site.demoCookie, request);
			const played = playDemo(SESSION_SECRET, demo, input, PLINKO_MAX_BET);
			headers.append("Set-Cookie", site.demoCookie.write(played.demo));
			return { round: played.round, balance: played.demo.points, ...COMPLETE };
		}
		headers.append("Set-Cookie", site.demoCookie.write(newDemo()));
		return {};
	},
});

export default function Plinko() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const fetcher = useFetcher<typeof action>({ key: "plinko" });
	const posted = useActionData<typeof action>();
	return (
		<GameDialog
			path="/mini-games/plinko"
			title={t("plinko.title")}
			closeLabel={t("plinko.close")}
			infoLabel={t("plinko.info")}
			openerId="open-plinko"
			fill
		>
			{(covered) => (
				<PlinkoGame page={page} fetcher={fetcher} answer={fetcher.data ?? posted} covered={covered} />
			)}
		</GameDialog>
	);
}
