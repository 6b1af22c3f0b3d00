import type { Generated } from "kysely";

/** Instants are ISO 8601 strings in UTC with milliseconds, so that they sort as text in every database. */
type Instant = string;

export interface Users {
	id: string;
	/** The `sub` of the identity provider: the one thing that identifies a person. */
	twitch_id: string;
	twitch_username: string;
	email: string | null;
	/** JSON array of role names as the provider last stated them. */
	roles: string;
	created_at: Instant;
}

/** Cached balance: always the sum of the user's point entries. */
export interface UserPoints {
	user_id: string;
	points: number;
}

/** Append-only ledger; (reason, reference) is unique. */
export interface PointEntries {
	id: Generated<number>;
	user_id: string;
	delta: number;
	balance_after: number;
	reason: string;
	reference: string;
	/** The user id of whoever caused the entry, or `system`. */
	actor: string;
	created_at: Instant;
}

export interface Sessions {
	/** SHA-256 of the cookie's token, in hex: a leaked database opens no session. */
	id: string;
	user_id: string;
	created_at: Instant;
	expires_at: Instant;
	/** The provider's tokens, encrypted. */
	tokens: string;
	/** When the access token ends, and the session must be refreshed. */
	tokens_expire_at: Instant;
}

/** The first answer to each request that spends or earns, so that a repeat is answered alike. */
export interface RequestIds {
	user_id: string;
	id: string;
	action: string;
	/** The input as JSON: the same id with another input is a mistake. */
	input: string;
	answer: string;
	created_at: Instant;
}

export interface PlayerSeeds {
	id: string;
	user_id: string;
	server_seed: string;
	server_seed_hash: string;
	client_seed: string;
	/** The nonce that the next round takes. */
	nonce: number;
	created_at: Instant;
	/** Set at rotation; until then the server seed is secret. */
	revealed_at: Instant | null;
}

export interface PlinkoRounds {
	id: string;
	user_id: string;
	seed_id: string;
	client_seed: string;
	nonce: number;
	table_version: number;
	/** Points per ball. */
	stake: number;
	balls: number;
	/** JSON array: the slot of each ball. */
	slots: string;
	/** Sum over all balls. */
	payout: number;
	created_at: Instant;
}

export interface GameWins {
	id: string;
	user_id: string;
	/** Payout minus stake, above 0. */
	amount: number;
	game_name: string;
	/** Of the site's time zone, such as 2026-03-29: so that a day's biggest wins stand together in an index. */
	day: string;
	/** Hundredths: the round's payout per stake. Unknown of the oldest wins. */
	multiplier: number | null;
	created_at: Instant;
}

/** The one row, id 1, that switches live Crash on and off. */
export interface CrashGameState {
	id: number;
	is_active: 0 | 1;
	updated_at: Instant;
}

/** A chain of hashes that live rounds are drawn from, backwards. */
export interface CrashChains {
	id: string;
	/** Secret: the last round's hash, from which all others follow. Hex. */
	seed: string;
	/** How many rounds the chain has. */
	length: number;
	/** The SHA-256 of the first round's hash, published before it. Hex. */
	commitment: string;
	salt: string;
	created_at: Instant;
}

export interface CrashRounds {
	id: string;
	game: "solo" | "live";
	/** Closed when every bet is settled; voided when it was called off and its bets were refunded. */
	status: "open" | "closed" | "voided";
	/** Hundredths; secret while the round is open. A solo round has none before its flight. */
	crash_point: number | null;
	opened_at: Instant;
	started_at: Instant | null;
	closed_at: Instant | null;
	/** Of a live round: its chain, its place in it from 1, and its hash, as secret as the crash point. */
	chain_id: string | null;
	number: number | null;
	hash: string | null;
	/** Of a solo round: its player and, from its flight on, what it was drawn from. */
	user_id: string | null;
	seed_id: string | null;
	client_seed: string | null;
	nonce: number | null;
	draw_version: number | null;
}

export interface CrashBets {
	id: string;
	round_id: string;
	user_id: string;
	amount: number;
	/** Of the automatic cash-out, in hundredths. */
	target: number | null;
	status: "active" | "cashed_out" | "lost" | "cancelled" | "refunded";
	payout: number | null;
	/** Hundredths. */
	cash_out_multiplier: number | null;
	created_at: Instant;
}

export interface StoreItems {
	id: string;
	name: string;
	description: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	/** Points. */
	price: number;
	/** Of an item with codes always the number of those that nobody has. */
	stock: number;
	status: "active" | "disabled";
	/** How many orders of it one viewer may have, cancelled ones aside. */
	viewer_limit: number | null;
	/** How long a viewer waits after an order of it, cancelled ones aside. */
	cooldown_hours: number | null;
	/** What the viewer is asked when redeeming. */
	question: string | null;
	has_codes: 0 | 1;
	/** Grows with each edit by an admin, not with a redeem: a dialog knows by it what it has shown. */
	revision: number;
	created_at: Instant;
	updated_at: Instant;
}

export interface Orders {
	id: string;
	user_id: string;
	item_id: string;
	/** As they were when it was redeemed. */
	item_name: string;
	item_price: number;
	quantity: number;
	total_points: number;
	status: "created" | "approved" | "cancelled";
	question: string | null;
	answer: string | null;
	/** The admin's word at the decision; the viewer reads it. */
	note: string | null;
	created_at: Instant;
	decided_at: Instant | null;
	/** The admin's user id. */
	decided_by: string | null;
}

export interface ItemCodes {
	id: Generated<number>;
	item_id: string;
	/** Secret but to the buyer and admins. */
	code: string;
	/** Who has it; it stays with a cancelled order, since the viewer has seen it. */
	order_id: string | null;
	created_at: Instant;
}

/** The outbox of the redeem bot: one message for each order, written with it. */
export interface RedeemMessages {
	id: string;
	order_id: string;
	/** The exact bytes that are sent, however often. */
	body: string;
	/** Off: no bot was set up when it was written; it waits for a hand. */
	state: "off" | "pending" | "delivered" | "failed";
	tries: number;
	next_try_at: Instant | null;
	last_fault: string | null;
	created_at: Instant;
	delivered_at: Instant | null;
}

/** What was taken over from the other points provider. */
export interface PointMerges {
	id: string;
	user_id: string;
	provider: string;
	/** The name that the provider was asked for. */
	username: string;
	/** What it answered. */
	provider_points: number;
	credited: number;
	actor: string;
	created_at: Instant;
	undone_at: Instant | null;
	undone_by: string | null;
}

export interface SocialLinks {
	platform: string;
	/** Empty for a link that an admin has removed. */
	url: string;
	/** Of the last edit of all links. */
	revision: Generated<number>;
}

/** What admins say of the channel, a JSON value for each key. */
export interface SiteSettings {
	key: string;
	value: string;
	updated_at: Instant;
}

/** Append-only: what an admin changed, and how it was before. */
export interface AdminChanges {
	id: Generated<number>;
	/** The admin's user id. */
	actor: string;
	/** Such as `slot.edit`. */
	action: string;
	/** The id of what was changed, and what it was called then. */
	subject: string;
	subject_name: string;
	/** JSON objects of the fields that differ; null where there was or is nothing. */
	before: string | null;
	after: string | null;
	created_at: Instant;
}

export interface InstagramEmbeds {
	id: string;
	/** The post's permalink, which is all that is kept of a pasted code. */
	embed_code: string;
	position: number;
	/** Increases by one with each edit; a move is none. */
	revision: Generated<number>;
	updated_at: Instant;
}

export interface EventCounts {
	/** Of the site's time zone, such as 2026-03-29. */
	day: string;
	/** Such as `play_demo`. */
	event: string;
	label: string;
	count: number;
}

export interface Slots {
	id: string;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	description: string;
	demo_url: string;
	/** Grows with each edit. */
	revision: number;
	created_at: Instant;
	updated_at: Instant;
}

export interface Promotions {
	id: string;
	title: string;
	description: string | null;
	/** Euros. */
	min_deposit: number | null;
	cashback: string | null;
	welcome_bonus: string | null;
	/** Hours. */
	pat: number | null;
	promocode: string | null;
	claim_url: string;
	/** An address, or the name of a file in the site's image folder. */
	image_url: string;
	/** Grows with each edit. */
	revision: number;
	created_at: Instant;
	updated_at: Instant;
}

/** A bonus hunt that is run on this site; at most one is open. Amounts are cents. */
export interface Hunts {
	id: string;
	title: string;
	start_cost: number;
	/** What may be lost: it is taken off the target. */
	stop_loss: number;
	status: "open" | "finished";
	guessing: "open" | "closed";
	/** Increases by one with each change of the hunt or its slots. */
	revision: number;
	/** Increases by one with each edit of title and costs. */
	details_revision: Generated<number>;
	/** Increases by one with each change of the order of the slots. */
	order_revision: Generated<number>;
	created_at: Instant;
	finished_at: Instant | null;
	/** Points that the closest guess was paid, once. */
	prize_points: number | null;
	prize_user_id: string | null;
	prize_paid_at: Instant | null;
}

/** Amounts are cents. */
export interface HuntSlots {
	id: string;
	hunt_id: string;
	position: number;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	bet: number;
	/** Null until it is opened; 0 is opened too. */
	payout: number | null;
	pre_note: string;
	/** Grows with each change of it, not with a move. */
	revision: number;
	created_at: Instant;
	opened_at: Instant | null;
}

/** What was done in a hunt, each with what undoes it. */
export interface HuntSteps {
	id: Generated<number>;
	hunt_id: string;
	kind: string;
	/** JSON: the rows as they were before. */
	before: string;
	actor: string;
	created_at: Instant;
	undone_at: Instant | null;
}

export interface HuntGuesses {
	hunt_id: string;
	user_id: string;
	/** Cents. */
	guess: number;
	created_at: Instant;
	updated_at: Instant;
}

/** What a player allows everybody to see; nothing without a row. */
export interface PlayerPages {
	user_id: string;
	is_public: 0 | 1;
	shows_points: 0 | 1;
	shows_wins: 0 | 1;
	shows_since: 0 | 1;
	updated_at: Instant;
}

/** What a player has set to take care. */
export interface PlayLimits {
	user_id: string;
	/** Points that may be lost in a day of the site's time zone; null for no limit. */
	daily_loss: number | null;
	/** The limit that takes the place of `daily_loss` at `next_from`; null for no limit. */
	next_daily_loss: number | null;
	next_from: Instant | null;
	break_until: Instant | null;
	/** The midnight from which on `lost` was counted, up to the ledger's entry `lost_to`. */
	lost_since: Instant | null;
	/** Points, below 0 when more was won. */
	lost: number | null;
	lost_to: number | null;
	updated_at: Instant;
}

export interface Database {
	users: Users;
	user_points: UserPoints;
	point_entries: PointEntries;
	sessions: Sessions;
	idempotency_keys: RequestIds;
	player_seeds: PlayerSeeds;
	plinko_rounds: PlinkoRounds;
	game_wins: GameWins;
	crash_game_state: CrashGameState;
	crash_chains: CrashChains;
	crash_rounds: CrashRounds;
	crash_bets: CrashBets;
	store_items: StoreItems;
	orders: Orders;
	item_codes: ItemCodes;
	redeem_messages: RedeemMessages;
	point_merges: PointMerges;
	social_links: SocialLinks;
	site_settings: SiteSettings;
	admin_changes: AdminChanges;
	instagram_embeds: InstagramEmbeds;
	event_counts: EventCounts;
	slots: Slots;
	promotions: Promotions;
	hunts: Hunts;
	hunt_slots: HuntSlots;
	hunt_steps: HuntSteps;
	hunt_guesses: HuntGuesses;
	player_pages: PlayerPages;
	play_limits: PlayLimits;
}
