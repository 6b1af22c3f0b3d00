import { createHmac } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { renameAvatar } from "~/account/avatars/avatars.queries.server";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { ALIASES } from "../engine/alias";
import type { Shown } from "../engine/crash";
import type { NameChoice } from "../engine/view";
import { findNaming, saveLiveName } from "./live-names.queries.server";

/** A pseudonym lasts until 6:00 in the site's time zone, when few streams are on. */
const EVENING_ENDS_MS = 6 * 60 * 60_000;

type NameSite = Pick<Site, "now" | "config">;

/**
 * How others see a player in live Crash. Without a choice they see the name if the player page is public, else a pseudonym
 * that is new in each round. A choice counts for live Crash alone, and the page for all else. A name that an admin has hidden
 * is not shown. `alias` is the number of the pseudonym of this evening, which each choice renews, so that nobody can tell who
 * had an earlier one.
 */
export async function readLiveName(site: NameSite, db: Db | Trx, userId: string) {
	const row = await findNaming(db, userId);
	const choice = row?.shown_as ?? null;
	const evening = dateIn(site.config.SITE_TIMEZONE, new Date(site.now().getTime() - EVENING_ENDS_MS));
	const digest = createHmac("sha256", site.config.SESSION_SECRET)
		.update(`live-crash alias ${userId} ${evening} ${row?.chosen_at}`)
		.digest();
	const alias = digest.readUIntBE(0, 6) % ALIASES;
	const isNamed = choice === "name" || (choice === null && row?.is_public === 1);
	const isHidden = row?.name_hidden_at != null;
	const shown: Shown = choice === "alias" ? alias : isNamed && row?.twitch_username ? "name" : "round";
	return { choice, shown, isHidden };
}

/**
 * Stores how others see the player from the next bet on. A bet that is placed stays as it is shown. For a pseudonym the avatar of a
 * player without a public page gets a new address, which nobody else has seen.
 */
export const chooseLiveName = (
	{ db, now, randomHex }: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
	shown_as: NameChoice,
): Promise<void> =>
	transact(db, async (trx) => {
		const row = { user_id: userId, shown_as, chosen_at: now().toISOString() };
		await saveLiveName(trx, row);
		const page = await findNaming(trx, userId);
		if (shown_as !== "name" && page?.is_public !== 1) await renameAvatar(trx, userId, randomHex(16));
	});
