import type { Site } from "~/lib/site";
import { findProposals } from "./moderators.queries.server";

/** Of the query; the largest channels have fewer moderators. */
const MAX_PEOPLE = 500;

/**
 * Moderators of the connected channel on Twitch who have signed in here and have no rights yet, as proposals for an admin. Twitch is
 * asked only if `isAsked`. Kick has no such list.
 * @returns undefined while no channel is connected. `names` is undefined before Twitch was asked, without an answer, and without
 * the broadcaster's permission, which `state` tells apart.
 */
export async function readProposals({ db, channels }: Pick<Site, "db" | "channels">, isAsked: boolean) {
	const { twitch } = channels;
	if (!twitch.isConfigured || !twitch.status().account) return undefined;
	if (!isAsked) return { state: "unasked" as const };
	const people = await twitch.moderators();
	if (!people) return { state: people === null ? ("unallowed" as const) : ("unanswered" as const) };
	const ids = people.slice(0, MAX_PEOPLE).map(({ id }) => id);
	return { state: "asked" as const, names: await findProposals(db, "twitch", ids) };
}

export type Proposals = Awaited<ReturnType<typeof readProposals>>;
