import type { Kysely } from "kysely";
import { allowChange, createTables, makeAppendOnly } from "../tables";

/** The tables of raffles. Times are as in `0001-initial`, hashes and seeds in hex. */
export const TABLES = {
	raffles: {
		id: "text primary key",
		title: "text not null",
		description: "text not null",
		/** No entry from this instant on. */
		closes_at: "text not null",
		/** Points of a ticket; null if all tickets are free. */
		price: "integer check (price >= 1)",
		/** How many tickets a viewer may buy; null for the general maximum. */
		max_bought: "integer check (max_bought >= 1)",
		/** Whether each viewer gets a free ticket although tickets have a price. */
		has_free_ticket: "integer not null check (has_free_ticket in (0, 1))",
		/** How many more free tickets subscribers get; null for none. */
		subscriber_tickets: "integer check (subscriber_tickets >= 1)",
		/** The minimum age of an account; null for none. */
		min_account_hours: "integer check (min_account_hours >= 1)",
		is_open_to_admins: "integer not null check (is_open_to_admins in (0, 1))",
		/** One line for each prize, the first one first: points, or the name of an item. */
		prizes: "text not null",
		/** JSON: the prizes as `Prize` of `app/events/prizes.ts`. */
		prize_values: "text not null",
		/** Time between the draw of a place and its payment; null for none. */
		pay_after_minutes: "integer check (pay_after_minutes >= 1)",
		/** SHA-256 of the seed. */
		seed_hash: "text not null",
		/** Secret until the draw. */
		seed: "text not null",
		/** The public key of the beacon, and its round that decides the draw. */
		public_key: "text not null",
		round: "integer not null",
		/** `frozen`: the list of tickets is final. */
		state: "text not null check (state in ('open', 'frozen', 'drawn', 'cancelled'))",
		/** SHA-256 of the list, and its numbers of tickets and viewers. */
		list_hash: "text",
		tickets: "integer",
		viewers: "integer",
		frozen_at: "text",
		/** The beacon's signature of the round. */
		signature: "text",
		drawn_at: "text",
		cancelled_at: "text",
		/** Why, by an admin; empty if the list was not final before the round. */
		cancel_reason: "text",
		/** Increases with each edit, and with each change of the state or of a place. */
		revision: "integer not null",
		created_at: "text not null",
		updated_at: "text not null",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
		raffles_frozen:
			"check ((frozen_at is null) = (list_hash is null) and (state in ('frozen', 'drawn')) <= (frozen_at is not null))",
		raffles_drawn:
			"check ((drawn_at is null) = (signature is null) and (state = 'drawn') <= (drawn_at is not null))",
		raffles_cancelled: "check ((state = 'cancelled') = (cancelled_at is not null))",
	},
	/** Who takes part. */
	raffle_entries: {
		raffle_id: "text not null references raffles (id)",
		user_id: "text not null references users (id)",
		/** Stands for the viewer in the public list; random, another one in each raffle. */
		pseudonym: "text not null",
		/** The number of bought tickets. */
		bought: "integer not null check (bought >= 0)",
		/** The number of all tickets, so that a page does not count those of all viewers. */
		tickets: "integer not null default 0 check (tickets >= 0)",
		created_at: "text not null",
		raffle_entries_once: "primary key (raffle_id, user_id)",
	},
	raffle_tickets: {
		/** Increases over all raffles, with gaps. */
		number: "integer primary key autoincrement",
		raffle_id: "text not null references raffles (id)",
		user_id: "text not null references users (id)",
		origin: "text not null check (origin in ('bought', 'free', 'subscriber'))",
		/** Counts the viewer's tickets of the origin, from 1. */
		nth: "integer not null check (nth >= 1)",
		/** The reference of the ledger's entry that paid for it; null for a free one. */
		stake: "text",
		raffle_tickets_once: "unique (raffle_id, user_id, origin, nth)",
		raffle_tickets_paid: "check ((origin = 'bought') = (stake is not null))",
	},
	/** Viewers in the order of the draw: those with a prize, and some who may get that of a place that is passed over. */
	raffle_places: {
		raffle_id: "text not null references raffles (id)",
		/** From 1. */
		place: "integer not null check (place >= 1)",
		/** Its prize, from 1; null while it waits. */
		prize: "integer check (prize >= 1)",
		ticket: "integer not null references raffle_tickets (number)",
		user_id: "text not null references users (id)",
		state: "text not null check (state in ('waiting', 'drawn', 'paid', 'passed'))",
		/** Why it was passed over; empty if the account was erased. */
		reason: "text",
		/** When its prize is due, or was paid; null while it waits. */
		pays_at: "text",
		raffle_places_once: "primary key (raffle_id, place)",
		raffle_places_waiting:
			"check ((state = 'waiting') = (prize is null) and (state = 'waiting') = (pays_at is null))",
		raffle_places_passed: "check ((state = 'passed') = (reason is not null))",
	},
} as const;

/** Columns that change under a condition only. */
const CHANGES = [
	["raffles", "seed", "false"],
	["raffles", "seed_hash", "false"],
	["raffles", "list_hash", "old.list_hash is null"],
	["raffles", "signature", "old.signature is null"],
	["raffles", "round", "old.state = 'open'"],
	[
		"raffles",
		"state",
		"new.state = 'cancelled' or old.state = 'open' or (old.state = 'frozen' and new.state = 'drawn')",
	],
	["raffle_entries", "pseudonym", "false"],
	["raffle_places", "state", "old.state in ('waiting', 'drawn')"],
	["raffle_places", "ticket", "false"],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	await makeAppendOnly(db, "raffle_tickets");
	for (const [table, column, rule] of CHANGES) await allowChange(db, table, column, rule);
}
