/** Rounds that their players show at a public address, until they withdraw it. */

import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { formatDay, formatNet, formatRatio } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { SocialPicture } from "~/pictures/social-picture.server";
import { GAMES } from "../games.server";
import { findEndedRound } from "../history/history.queries.server";
import { deleteShare, findShare, findShares, insertShare } from "./shared-rounds.queries.server";

/** 96 bits, so that nobody finds a shared round by guessing. */
const ID_BYTES = 12;
const MAX_SHARES = 100;

/**
 * Shares one of the player's settled rounds. Sharing it again keeps its address.
 * @returns the public id.
 * @throws {DomainError} `roundNotFound` if the player has no such round, or it is not settled; `tooManyShares` at
 * {@link MAX_SHARES} shared rounds.
 */
export async function shareRound(
	{ db, now, randomHex }: Pick<Site, "db" | "now" | "randomHex">,
	userId: string,
	{ game: gameId, round: roundId }: { game: string; round: string },
): Promise<string> {
	const game = GAMES.find(({ card }) => card.id === gameId);
	return transact(db, async (trx) => {
		const round = game && (await findEndedRound(trx, game.history.endedRounds(trx), roundId));
		if (!round || round.user_id !== userId) throw new DomainError("roundNotFound");
		const shares = await findShares(trx, userId);
		const shared = shares.find(({ round_id }) => round_id === roundId);
		if (shared) return shared.id;
		if (shares.length >= MAX_SHARES) throw new DomainError("tooManyShares", { limit: MAX_SHARES });
		const id = randomHex(ID_BYTES);
		const created_at = now().toISOString();
		await insertShare(trx, { id, user_id: userId, game: gameId, round_id: roundId, created_at });
		return id;
	});
}

/** Withdraws the address of a round. An unknown id, or another player's, changes nothing. */
export const unshareRound = ({ db }: Pick<Site, "db">, userId: string, id: string): Promise<void> =>
	transact(db, (trx) => deleteShare(trx, userId, id));

/**
 * Reads a shared round for its public page.
 * @param viewerId undefined for a visitor.
 * @returns undefined for an unknown or withdrawn id.
 */
export async function readSharedRound(
	{ db, config }: Pick<Site, "db" | "config">,
	id: string,
	viewerId: string | undefined,
	language: Language,
) {
	const share = await findShare(db, id);
	const game = GAMES.find(({ card }) => card.id === share?.game);
	const round = share && game && (await findEndedRound(db, game.history.endedRounds(db), share.round_id));
	if (!round) return undefined;
	const { t } = i18nIn(language);
	return {
		id,
		/** Null for an erased person and for a hidden name. */
		player: share.twitch_username,
		/** The viewer played it, and may withdraw its address. */
		isOwn: share.user_id === viewerId,
		game: game.entryName(t),
		gamePath: game.card.path,
		day: formatDay(new Date(round.created_at), language, config.SITE_TIMEZONE),
		result: game.history.resultText(t, round, language),
		/** In points, as is the next. */
		staked: round.staked,
		received: round.payout,
		verifierPath: game.history.verifierPath(round),
	};
}

export type SharedRound = NonNullable<Awaited<ReturnType<typeof readSharedRound>>>;

/** The texts of a shared round's picture. */
export function roundPicture(round: SharedRound, channel: string, language: Language): SocialPicture {
	const { t } = i18nIn(language);
	const { game, staked, received } = round;
	const player = round.player ?? t("shell.anonymous");
	const net = received - staked;
	return {
		channel,
		heading: t(net > 0 ? "history.pictureWin" : "history.sharedRound", { player, game }),
		figure: net < 0 ? formatNet(net, language) : formatRatio(received / staked, language),
		tone: net > 0 ? "good" : "neutral",
		detail: t("history.dayTotals", { staked, received }),
	};
}
