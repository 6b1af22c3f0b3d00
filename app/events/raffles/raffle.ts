/** Rules of raffles. The functions are pure. */
import type { RecordOf } from "~/records/record.server";

/** How many tickets a viewer may buy in a raffle without its own maximum. */
export const MAX_BOUGHT = 100;
export const MAX_PRIZES = 20;
/** ms between the reveals of two winners on overlays. */
export const REVEAL_MS = 4000;

export type Raffle = RecordOf<"raffles">;

/** The tickets of a draw that win, the first of each viewer. @param ownerOf the viewer of each ticket. */
export function winningTickets(order: readonly number[], ownerOf: ReadonlyMap<number, string>): number[] {
	const drawn = new Set<string>();
	return order.filter((number) => {
		const owner = ownerOf.get(number) ?? "";
		return !drawn.has(owner) && drawn.add(owner);
	});
}

/** Whether each viewer gets a free ticket. */
export const hasFreeTicket = ({ price, hasFreeTicket: isGiven }: Pick<Raffle, "price" | "hasFreeTicket">) =>
	price === null || isGiven;

/** The lines of the prizes, that of the first place first. */
export const prizesOf = ({ prizes }: Pick<Raffle, "prizes">): string[] => prizes.split("\n");

/** Whether viewers may enter at an instant. */
export const isOpen = ({ state, closesAt }: Pick<Raffle, "state" | "closesAt">, at: Date): boolean =>
	state === "open" && at.toISOString() < closesAt;
