import type { Db } from "db/database";
import { avatarAddress } from "~/account/avatars/avatar-address";
import { pageAddress } from "../players/player-page";
import { findNames } from "./leaders.queries.server";

/** A player as others see them. */
export interface ShownPlayer {
	/** Null when the user has been erased or the name is hidden. */
	username: string | null;
	/** Of the player's page and avatar, if the page is public. */
	address: string | undefined;
	avatar: string | undefined;
}

/** Reads how others see players. @returns a function of the user's id. */
export async function readShownPlayers(
	db: Db,
	userIds: readonly string[],
): Promise<(userId: string) => ShownPlayer> {
	const users = new Map((await findNames(db, userIds)).map((row) => [row.id, row]));
	return (userId) => {
		const user = users.get(userId);
		const username = user?.twitch_username ?? null;
		const isPublic = username !== null && user?.is_public === 1;
		return {
			username,
			address: isPublic ? pageAddress(username) : undefined,
			avatar: isPublic ? avatarAddress(user.avatarId) : undefined,
		};
	};
}
