import { avatarAddress } from "~/account/avatars/avatar-address";
import type { findNames } from "../../lobby/leaders.queries.server";
import type { PublicPlayer } from "./view";

/** In characters. Providers do not limit names, and each name is published to all players. */
const MAX_NAME = 64;

/**
 * What others see of a player who is shown by name: the name, shortened, and the avatar; undefined for an erased person and for a
 * hidden name.
 */
export function namedPlayerOf(
	row: Awaited<ReturnType<typeof findNames>>[number],
): Extract<PublicPlayer, { name: string }> | undefined {
	if (row.twitch_username === null) return undefined;
	const name = [...row.twitch_username].slice(0, MAX_NAME).join("");
	return { name, avatar: avatarAddress(row.avatarId) };
}
