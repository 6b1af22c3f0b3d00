/** The cash-outs of a round as marks on the curve. */
import type { TFunction } from "i18next";
import type { Exit, PlayerBet, PublicBet, PublicPlayer } from "../engine/view";
import type { ExitMark } from "./flight/exit-marks";

/** The name of a player in lists. */
export const nameOf = (player: PublicPlayer, t: TFunction): string =>
	"name" in player ? player.name : t("crash.player", { id: player.pseudonym });

/** The name of a player beside a mark: a pseudonym alone, because the curve has little room. */
const shortNameOf = (player: PublicPlayer): string => ("name" in player ? player.name : player.pseudonym);

/**
 * The marks of the cash-outs that the page knows, in ascending order.
 * @param own the player's bet in the round. Its mark has no name.
 */
export function exitMarks(
	bets: readonly PublicBet[] = [],
	exits: readonly Exit[],
	own: PlayerBet | null,
): ExitMark[] {
	const cashedOut = bets.flatMap(({ multiplier, ...bet }) =>
		multiplier === null ? [] : [{ ...bet, multiplier, others: 0 }],
	);
	const marks: ExitMark[] = [...cashedOut, ...exits]
		.filter(({ id }) => id !== own?.id)
		.map(({ id, player, multiplier, others }) => ({
			...{ id, name: shortNameOf(player), multiplier, isOwn: false, others },
		}));
	if (own?.status === "cashed_out" && own.multiplier !== null) {
		marks.push({ id: own.id, name: "", multiplier: own.multiplier, isOwn: true, others: 0 });
	}
	return marks.sort((one, other) => one.multiplier - other.multiplier);
}
