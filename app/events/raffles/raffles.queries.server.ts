import type { Db, Trx } from "db/database";
import type { RafflePlaces, Raffles } from "db/schema";
import type { Insertable, Updateable } from "kysely";
import { shownName } from "~/account/shown-name";
import { recordOf } from "~/records/records.queries.server";
import type { EventState } from "../event-states";

interface NewEntry {
	raffle_id: string;
	user_id: string;
	pseudonym: string;
	/** Tickets that are bought now, at most `most`. */
	bought: number;
	created_at: string;
}

/**
 * Adds a viewer, or bought tickets to those before. It reads no index: on PostgreSQL that would conflict with other viewers' entries.
 * @returns the viewer's number of bought tickets; undefined, without a change, if it would be above `most`.
 */
export async function saveEntry(trx: Trx, row: NewEntry, most: number): Promise<number | undefined> {
	const saved = await trx
		.insertInto("raffle_entries")
		.values(row)
		.onConflict((conflict) =>
			conflict
				.columns(["raffle_id", "user_id"])
				.doUpdateSet((eb) => ({ bought: eb("raffle_entries.bought", "+", eb.ref("excluded.bought")) }))
				.where((eb) => eb(eb("raffle_entries.bought", "+", eb.ref("excluded.bought")), "<=", most)),
		)
		.returning("bought")
		.executeTakeFirst();
	return saved?.bought;
}

interface NewTicket {
	raffle_id: string;
	user_id: string;
	origin: "bought" | "free" | "subscriber";
	nth: number;
	stake: string | null;
}

/** Adds tickets of one viewer, except those that the viewer has, and counts them. @returns the numbers of the added ones. */
export async function insertTickets(trx: Trx, rows: readonly [NewTicket, ...NewTicket[]]): Promise<number[]> {
	const added = await trx
		.insertInto("raffle_tickets")
		.values(rows)
		.onConflict((conflict) => conflict.doNothing())
		.returning("number")
		.execute();
	await trx
		.updateTable("raffle_entries")
		.set((eb) => ({ tickets: eb("tickets", "+", added.length) }))
		.where("raffle_id", "=", rows[0].raffle_id)
		.where("user_id", "=", rows[0].user_id)
		.execute();
	return added.map(({ number }) => number).sort((one, other) => one - other);
}

export async function hasTickets(trx: Trx, raffleId: string): Promise<boolean> {
	const ticket = trx.selectFrom("raffle_tickets").select("number").where("raffle_id", "=", raffleId);
	return (await ticket.limit(1).executeTakeFirst()) !== undefined;
}

/** How many raffles pages list. */
const MAX_LISTED = 50;

/** Raffles with their numbers of tickets and viewers: those of the final list, or the current ones. */
const raffles = (db: Db | Trx) =>
	db
		.selectFrom("raffles")
		.selectAll("raffles")
		.select((eb) => {
			const entries = eb.selectFrom("raffle_entries").whereRef("raffle_id", "=", "raffles.id");
			const sum = entries.select(({ fn }) => fn.sum<number>("raffle_entries.tickets").as("sum"));
			const count = entries.select(({ fn }) => fn.countAll<number>().as("count"));
			return [
				eb.fn.coalesce("raffles.tickets", sum, eb.lit(0)).as("sold"),
				eb.fn.coalesce("raffles.viewers", count, eb.lit(0)).as("entrants"),
				eb
					.selectFrom("raffle_places")
					.select(({ fn }) => fn.countAll<number>().as("count"))
					.whereRef("raffle_id", "=", "raffles.id")
					.where("raffle_places.state", "=", "drawn")
					.as("unpaid"),
			];
		});

type Row = Awaited<ReturnType<ReturnType<typeof raffles>["executeTakeFirstOrThrow"]>>;

export type PublicRaffle = ReturnType<typeof publicRaffle>;

/** A raffle without the seed of a draw to come. */
function publicRaffle({ sold: tickets, entrants: viewers, unpaid, ...row }: Row) {
	const isOver = row.state === "drawn" || row.state === "cancelled";
	/** Whether nothing more happens to it. */
	const isSettled = row.state === "cancelled" || (row.state === "drawn" && unpaid === 0);
	return { ...recordOf<"raffles">(row), tickets, viewers, isSettled, seed: isOver ? row.seed : null };
}

/** The raffles that close last: the open ones, and those of the past. */
export async function findNewestRaffles(db: Db): Promise<PublicRaffle[]> {
	const newest = raffles(db).orderBy("closes_at", "desc").orderBy("id").limit(MAX_LISTED);
	return (await newest.execute()).map(publicRaffle);
}

/** The raffle that closes first of those that viewers may enter at an ISO instant; undefined without one. */
export async function findOpenRaffle(db: Db, at: string) {
	const row = await db
		.selectFrom("raffles")
		.selectAll()
		.where("state", "=", "open")
		.where("closes_at", ">", at)
		.orderBy("closes_at")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row && recordOf<"raffles">(row);
}

/** Returns undefined without one. */
export async function findRaffle(db: Db | Trx, id: string): Promise<PublicRaffle | undefined> {
	const row = await raffles(db).where("id", "=", id).executeTakeFirst();
	return row && publicRaffle(row);
}

/** The states of the listed raffles to which something may still happen. */
export async function findRaffleStates(db: Db): Promise<EventState<"raffles">[]> {
	const moving = (await findNewestRaffles(db)).filter(({ isSettled }) => !isSettled);
	return moving.map(({ id, revision, tickets, viewers }) => ({ id, revision, tickets, viewers }));
}

/** Tickets with their entries, ascending by number. */
const tickets = (db: Db | Trx) =>
	db
		.selectFrom("raffle_tickets as ticket")
		.innerJoin("raffle_entries as entry", (join) =>
			join.onRef("entry.raffle_id", "=", "ticket.raffle_id").onRef("entry.user_id", "=", "ticket.user_id"),
		)
		.select(["ticket.raffle_id", "number", "pseudonym", "origin", "ticket.user_id"])
		.orderBy("number");

/** All tickets of a raffle. */
export const findTickets = (db: Db | Trx, raffleId: string) =>
	tickets(db).where("ticket.raffle_id", "=", raffleId).execute();

/** A viewer's tickets in raffles. */
export const findOwnTickets = (db: Db | Trx, userId: string, raffleIds: readonly string[]) =>
	tickets(db)
		.where("ticket.user_id", "=", userId)
		.where("ticket.raffle_id", "in", [...raffleIds, ""])
		.execute();

/** A viewer's tickets after a number, for the export of personal data. */
export const findTicketsAfter = (db: Db, userId: string, number: number, limit: number) =>
	tickets(db)
		.clearSelect()
		.innerJoin("raffles", "raffles.id", "ticket.raffle_id")
		.leftJoin("raffle_places as place", (join) => join.onRef("place.ticket", "=", "ticket.number"))
		.select(["number", "raffles.title as raffle", "pseudonym", "origin", "entry.created_at as entered_at"])
		.select(["place.place", "place.state as placeState"])
		.where("ticket.user_id", "=", userId)
		.where("number", ">", number)
		.limit(limit)
		.execute();

/** The stakes of a raffle that were not refunded. */
export const findUnrefunded = (trx: Trx, raffleId: string, limit: number) =>
	trx
		.selectFrom("raffle_tickets as ticket")
		.innerJoin("point_entries as entry", (join) =>
			join.onRef("entry.reference", "=", "ticket.stake").on("entry.reason", "=", "raffle-stake"),
		)
		.select(["entry.user_id", "entry.reference", "entry.delta"])
		.distinct()
		.where("ticket.raffle_id", "=", raffleId)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("point_entries as refund")
						.select("refund.id")
						.where("refund.reason", "=", "raffle-refund")
						.whereRef("refund.reference", "=", "entry.reference"),
				),
			),
		)
		.limit(limit)
		.execute();

/** Changes columns and increases the revision. */
export async function updateRaffle(trx: Trx, id: string, change: Updateable<Raffles>): Promise<void> {
	await trx
		.updateTable("raffles")
		.set((eb) => ({ ...change, revision: eb("revision", "+", 1) }))
		.where("id", "=", id)
		.execute();
}

export async function insertPlaces(trx: Trx, rows: readonly Insertable<RafflePlaces>[]): Promise<void> {
	if (rows.length > 0) await trx.insertInto("raffle_places").values(rows).execute();
}

/** The first place that waits for a prize. */
export const findNextPlace = (trx: Trx, raffleId: string) =>
	trx
		.selectFrom("raffle_places")
		.selectAll()
		.where("raffle_id", "=", raffleId)
		.where("state", "=", "waiting")
		.orderBy("place")
		.limit(1)
		.executeTakeFirst();

/** The places of raffles that have or had a prize, with the names that others see, in the order of the draw. */
export const findPlaces = (db: Db | Trx, raffleIds: readonly string[]) =>
	db
		.selectFrom("raffle_places as place")
		.innerJoin("users", "users.id", "place.user_id")
		.leftJoin("player_pages as page", "page.user_id", "place.user_id")
		.selectAll("place")
		.select("is_public")
		.select(shownName)
		.where("place.raffle_id", "in", [...raffleIds, ""])
		.where("state", "<>", "waiting")
		.orderBy("place")
		.execute();

export async function updatePlace(
	trx: Trx,
	{ raffle_id, place }: Pick<RafflePlaces, "raffle_id" | "place">,
	change: Updateable<RafflePlaces>,
): Promise<void> {
	await trx
		.updateTable("raffle_places")
		.set(change)
		.where("raffle_id", "=", raffle_id)
		.where("place", "=", place)
		.execute();
}
