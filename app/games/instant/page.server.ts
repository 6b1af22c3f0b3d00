import type { Viewer } from "~/account/viewer";
import type { SignedValue } from "~/http/signed-cookie.server";
import { languageOf } from "~/i18n/i18next.server";
import type { Site } from "~/lib/site";
import { COMPLETE } from "~/ui/shell/revalidation";
import { isOpen } from "../games.server";
import { checkWallet, walletOf } from "../wallet";
import { type Demo, newDemo, playDemo, readDemo, readDemoPlayer } from "./demo.server";
import type { InstantForm, InstantGame } from "./instant-game.server";
import { playRound, readPlayer } from "./play.server";
import type { Bet } from "./rules";

declare module "~/lib/site" {
	interface Site {
		/** The demo rounds of a visitor of the instant games. */
		demoCookie: SignedValue<Demo>;
	}
}

type PageSite = Pick<
	Site,
	"db" | "config" | "now" | "randomHex" | "announceBalance" | "winStored" | "played" | "demoCookie" | "flash"
>;

/** The answer at an unknown address. */
export const unknownPage = ({ flash }: Pick<Site, "flash">): Response => flash.redirect("/", "notFound");

/** @throws {Response} the answer at an unknown address for a closed game, also for an admin. */
export function requireOpen(site: Pick<Site, "config" | "flash">, game: InstantGame): void {
	if (!isOpen(game, site.config)) throw unknownPage(site);
}

/** The viewer's balance, last round and totals, or those of the visitor's demo account in a signed cookie. */
export async function loadInstantGame<Input extends Bet>(
	site: PageSite,
	game: InstantGame<Input>,
	request: Request,
	viewer: Viewer | undefined,
) {
	requireOpen(site, game);
	const page = {
		language: await languageOf(request),
		wallet: walletOf(viewer?.id),
		idempotencyKey: crypto.randomUUID(),
		maxBet: game.maxBetIn(site.config),
		// Without scripts, changed options may come back here as query parameters.
		bet: game.rules.openingBet(new URL(request.url).searchParams),
	};
	if (viewer) {
		const player = await readPlayer(site.db, game, viewer.id, site.now(), site.config.SITE_TIMEZONE);
		return { ...page, balance: viewer.points, ...player };
	}
	const demo = readDemo(site.demoCookie, request);
	return { ...page, balance: demo.points, ...readDemoPlayer(site.config.SESSION_SECRET, game, demo) };
}

/**
 * Plays a round of the viewer or of the visitor's demo account, or resets the demo account. Returns the outcome
 * without a redirect.
 */
export async function runInstantForm<Input extends Bet>(
	site: PageSite,
	game: InstantGame<Input>,
	call: { input: InstantForm<Input>; viewer: Viewer | undefined; request: Request; headers: Headers },
) {
	requireOpen(site, game);
	const { viewer, headers } = call;
	if (call.input.intent === "refill") {
		headers.append("Set-Cookie", site.demoCookie.write(newDemo()));
		return {};
	}
	const { intent: _, idempotencyKey, wallet, ...bet } = call.input;
	const play = { idempotencyKey, input: bet as unknown as Input };
	checkWallet(wallet, viewer?.id);
	if (viewer) {
		const { balance, ...round } = await playRound(site, game, viewer.id, play);
		return { round, balance, ...COMPLETE };
	}
	const demo = readDemo(site.demoCookie, call.request);
	const played = playDemo(site.config.SESSION_SECRET, game, demo, play, game.maxBetIn(site.config));
	headers.append("Set-Cookie", site.demoCookie.write(played.demo));
	return { round: played.round, balance: played.demo.points, ...COMPLETE };
}
