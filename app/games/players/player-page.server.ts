import type { Db } from "db/database";
import { transact } from "db/transact";
import { avatarAddress } from "~/account/avatars/avatar-address";
import { renameAvatar } from "~/account/avatars/avatars.queries.server";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { showWin } from "../lobby/top-wins.server";
import {
	findBiggestWins,
	findPage,
	findPlayer,
	findPlayerCalled,
	savePage,
} from "./player-page.queries.server";
import { type PageChoices, PRIVATE } from "./player-page.schema";

const WINS = 5;

/**
 * Reads a player's public page: only what the player has chosen to show.
 * @param name of any case.
 * @returns undefined for an unknown, ambiguous or hidden name, and for a page that is not public.
 */
export async function readPublicPlayer(
	tools: Pick<Site, "db" | "now" | "config">,
	name: string,
	language: Language,
): Promise<ShownPlayer | undefined> {
	const row = await findPlayerCalled(tools.db, name.toLowerCase());
	return row?.is_public === 1 && row.name_hidden_at === null ? show(tools, row, language) : undefined;
}

/**
 * Reads the player's page settings, the page as others see it or would see it if it were public, and whether an admin has
 * hidden the name, so that nobody else sees it.
 * @throws {NoResultError} for an unknown user.
 */
export async function readPlayerSettings(
	tools: Pick<Site, "db" | "now" | "config">,
	userId: string,
	language: Language,
) {
	const [choices, row] = await Promise.all([readChoices(tools.db, userId), findPlayer(tools.db, userId)]);
	return { choices, shown: await show(tools, row, language), isHidden: row.name_hidden_at !== null };
}

/** Reads the player's page settings; {@link PRIVATE} if they were never saved. */
export async function readChoices(db: Db, userId: string): Promise<PageChoices> {
	const row = await findPage(db, userId);
	if (!row) return PRIVATE;
	return {
		isPublic: row.is_public === 1,
		showsPoints: row.shows_points === 1,
		showsWins: row.shows_wins === 1,
		showsSince: row.shows_since === 1,
	};
}

/**
 * Stores the player's page settings; they replace the earlier ones. For a private page the avatar gets a new address,
 * which nobody else has seen.
 */
export async function saveChoices(
	{ db, now, randomHex }: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
	{ isPublic, showsPoints, showsWins, showsSince }: PageChoices,
): Promise<void> {
	const row = {
		user_id: userId,
		is_public: isPublic ? 1 : 0,
		shows_points: showsPoints ? 1 : 0,
		shows_wins: showsWins ? 1 : 0,
		shows_since: showsSince ? 1 : 0,
		updated_at: now().toISOString(),
	} as const;
	await transact(db, async (trx) => {
		await savePage(trx, row);
		if (!isPublic) await renameAvatar(trx, userId, randomHex(16));
	});
}

/** A player as others see them; what the player hides is undefined. */
export type ShownPlayer = Awaited<ReturnType<typeof show>>;

async function show(
	site: Pick<Site, "db" | "now" | "config">,
	row: Awaited<ReturnType<typeof findPlayer>>,
	language: Language,
) {
	const wins = row.shows_wins === 1 ? await findBiggestWins(site.db, row.id, WINS) : undefined;
	const since = formatDay(new Date(row.created_at), language, site.config.SITE_TIMEZONE);
	return {
		username: row.twitch_username,
		avatar: avatarAddress(row.avatarId),
		points: row.shows_points === 1 ? row.points : undefined,
		/** The date of registration. */
		since: row.shows_since === 1 ? since : undefined,
		/** Biggest first. */
		wins: wins?.map((win) => showWin(site, win, language)),
	};
}
