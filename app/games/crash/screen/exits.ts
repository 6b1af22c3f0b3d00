/** The cash-outs of a round as marks on the curve. */
import type { TFunction } from "i18next";
import { aliasText } from "../engine/alias";
import type { Exit, PlayerBet, PublicBet, PublicPlayer } from "../engine/view";
import type { ExitMark } from "./flight/exit-marks";

/** The name of a player beside a mark: a pseudonym of the round alone, because the curve has little room. */
function shortNameOf(player: PublicPlayer, t: TFunction): string {
	if ("name" in player) return player.name;
	return "alias" in player ? aliasText(player.alias, t) : player.pseudonym;
}

/**
 * The marks of the cash-outs that the page knows, in ascending order.
 * @param own the player's bet in the round. Its mark has no name.
 */
export function exitMarks(
	bets: readonly PublicBet[] = [],
	exits: readonly Exit[],
	own: PlayerBet | null,
	t: TFunction,
): ExitMark[] {
	const cashedOut = bets.flatMap(({ multiplier, ...bet }) =>
		multiplier === null ? [] : [{ ...bet, multiplier, others: 0 }],
	);
	const marks: ExitMark[] = [...cashedOut, ...exits]
		.filter(({ id }) => id !== own?.id)
		.map(({ id, player, multiplier, others }) => ({
			...{ id, name: shortNameOf(player, t), multiplier, isOwn: false, others },
		}));
	if (own?.status === "cashed_out" && own.multiplier !== null) {
		marks.push({ id: own.id, name: "", multiplier: own.multiplier, isOwn: true, others: 0 });
	}
	return marks.sort((one, other) => one.multiplier - other.multiplier);
}
