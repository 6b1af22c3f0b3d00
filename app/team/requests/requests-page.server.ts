import type { Viewer } from "~/account/viewer";
import { findBonuses, findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import { may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { findWaiting } from "./requests.queries.server";

export type ShownRequests = NonNullable<Awaited<ReturnType<typeof readRequests>>>;

/** The queue as a viewer sees it, and what staff need to decide; undefined while requests are off. */
export async function readRequests(
	{ db, config }: Pick<Site, "db" | "config">,
	viewer: Viewer | undefined,
	language: Language,
) {
	if (!config.SLOT_REQUESTS) return undefined;
	const queue = (await findWaiting(db)).map(({ id, user_id, slot_id, slot_name, twitch_username }) => ({
		...{ id, slotId: slot_id, slot: slot_name, name: twitch_username, isOwn: user_id === viewer?.id },
	}));
	const isStaff = may(viewer, "requests");
	const hunt = isStaff ? await findOpenHunt(db) : undefined;
	const lastBet = hunt && (await findBonuses(db, hunt.id)).at(-1)?.bet;
	return {
		...{ queue, isStaff, price: config.SLOT_REQUEST_PRICE },
		/** The proposed bet of a slot that goes into the open hunt; null without a hunt. */
		bet: hunt ? (lastBet === undefined ? "" : typedEuros(lastBet, language)) : null,
		idempotencyKey: viewer && crypto.randomUUID(),
	};
}
