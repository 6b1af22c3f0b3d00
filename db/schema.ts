import type { Generated } from "kysely";

/** Instants are ISO 8601 strings in UTC with milliseconds, so that they sort as text in every database. */
type Instant = string;

export interface Users {
	id: string;
	/** The `sub` claim of the identity provider, which alone identifies a person. */
	twitch_id: string;
	/** In lower case; null for an erased person, whom every page calls Anonymous. */
	twitch_username: string | null;
	email: string | null;
	/** JSON array of role names from the provider's last answer. */
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
	/** The id of the user who caused the entry, or `system`. */
	actor: string;
	created_at: Instant;
}

/** The sum of a user's entries by source and hour, for statistics. Old hours are deleted. */
export interface PointHours {
	/** What the reasons of the entries belong to, such as `plinko`, `redeem` or `stream-watch:Twitch`. */
	source: string;
	/** UTC, such as `2026-03-29T14`. */
	hour: string;
	user_id: string;
	points: number;
}

export interface Sessions {
	/** Keyed hash (HMAC-SHA256) of the cookie's token, in hex, so that a leaked database does not reveal a token. */
	id: string;
	user_id: string;
	created_at: Instant;
	expires_at: Instant;
	/** The provider's tokens, encrypted. */
	tokens: string;
	/** When the access token expires. */
	tokens_expire_at: Instant;
}

/** The stored answer to each form with an idempotency key, so that a repeated request gets the same answer. */
export interface IdempotencyKeys {
	user_id: string;
	id: string;
	action: string;
	/** The input as JSON. The same key with another input is refused. */
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
	/** The nonce of the next round. */
	nonce: number;
	created_at: Instant;
	/** Set at rotation; until then the server seed is secret. */
	revealed_at: Instant | null;
}

/** Rounds of the games that are drawn and paid in one request. */
export interface InstantRounds {
	id: string;
	/** The id of the game's card. */
	game: string;
	user_id: string;
	seed_id: string;
	client_seed: string;
	nonce: number;
	table_version: number;
	/** Total points staked. */
	stake: number;
	/** Number of drawn values. */
	draws: number;
	/** JSON: the bet, with the stake per draw. */
	input: string;
	/** JSON array: the value of each draw. */
	outcome: string;
	/** Total points paid. */
	payout: number;
	created_at: Instant;
}

export interface GameWins {
	id: string;
	user_id: string;
	/** Payout minus stake, above 0. */
	amount: number;
	game_name: string;
	/** Date in the site's time zone, such as 2026-03-29. An index on it finds a day's biggest wins. */
	day: string;
	/** Hundredths: the round's payout per stake. Null for wins from before the column existed. */
	multiplier: number | null;
	created_at: Instant;
}

/** A single row with id 1 that switches live Crash on and off. */
export interface CrashGameState {
	id: number;
	is_active: 0 | 1;
	updated_at: Instant;
	/** When the site last ran while solo rounds were open. */
	alive_at: Instant | null;
}

/** A hash chain. Live rounds use its hashes in reverse order. */
export interface CrashChains {
	id: string;
	/** Secret: the hash of the last round, from which all others are computed. Hex. */
	seed: string;
	/** The number of rounds of the chain. */
	length: number;
	/** The SHA-256 of the first round's hash, published before it. Hex. */
	commitment: string;
	salt: string;
	created_at: Instant;
}

export interface CrashRounds {
	id: string;
	game: "solo" | "live";
	/** Closed when every bet is settled; voided when the round was cancelled and its bets were refunded. */
	status: "open" | "closed" | "voided";
	/** Hundredths; secret while the round is open. Null for a solo round before its flight. */
	crash_point: number | null;
	opened_at: Instant;
	/** When the flight started; of a solo round when it starts. */
	started_at: Instant | null;
	closed_at: Instant | null;
	/** Live rounds only: the chain, the position in it from 1, and the hash, which is as secret as the crash point. */
	chain_id: string | null;
	number: number | null;
	hash: string | null;
	/** Solo rounds only: the player and, once the flight has started, the inputs of the draw. */
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
	/** The multiplier of the automatic cash-out, in hundredths. */
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
	/** For an item with codes: always the number of its unassigned codes. */
	stock: number;
	status: "active" | "disabled";
	/** Maximum number of orders per viewer, not counting cancelled ones. */
	viewer_limit: number | null;
	/** Minimum time between two orders of a viewer, not counting cancelled ones. */
	cooldown_hours: number | null;
	/** The question that the viewer answers when redeeming. */
	question: string | null;
	/** JSON: see `Translations` in `app/i18n/translations.ts`. */
	translations: Generated<string>;
	has_codes: 0 | 1;
	/** Incremented by each edit of an admin, not by a redeem, so that a dialog can detect a change since it was opened. */
	revision: number;
	created_at: Instant;
	updated_at: Instant;
}

export interface Orders {
	id: string;
	user_id: string;
	item_id: string;
	/** The item's name and price when it was redeemed. */
	item_name: string;
	item_price: number;
	quantity: number;
	total_points: number;
	status: "created" | "approved" | "cancelled";
	question: string | null;
	/** JSON with `item` and `question` when it was redeemed: see `Translations` in `app/i18n/translations.ts`. */
	translations: Generated<string>;
	answer: string | null;
	/** The admin's note with the decision, which the viewer can read. */
	note: string | null;
	created_at: Instant;
	decided_at: Instant | null;
	/** The admin's user id. */
	decided_by: string | null;
}

export interface ItemCodes {
	id: Generated<number>;
	item_id: string;
	/** Visible to the buyer and admins only. */
	code: string;
	/** The order that has the code. A cancelled order keeps it, because the viewer has seen it. */
	order_id: string | null;
	created_at: Instant;
}

/** Work that happens later: see `app/jobs`. */
export interface Jobs {
	id: Generated<number>;
	kind: string;
	/** Unique among the jobs of the kind. */
	reference: string;
	/** Those of the kind with the same key run one at a time. */
	key: string;
	/** JSON. */
	body: string;
	/** `off`: it runs only when an admin asks for it. `dead`: it was given up. */
	state: "off" | "due" | "done" | "dead";
	/** Attempts that have ended. */
	tries: Generated<number>;
	/** Null unless it is due. */
	next_at: Instant | null;
	/** Why the last attempt failed. */
	fault: string | null;
	created_at: Instant;
	done_at: Instant | null;
}

/** Points that were merged from another points provider. */
export interface PointMerges {
	id: string;
	user_id: string;
	provider: string;
	/** The name in the request to the provider; empty for an erased person. */
	username: string;
	/** The points in the provider's answer. */
	provider_points: number;
	credited: number;
	actor: string;
	created_at: Instant;
	undone_at: Instant | null;
	undone_by: string | null;
}

/** What an admin has written about an `admin-adjustment`; deleted by an erasure. */
export interface PointNotes {
	/** The reference of the entry. */
	reference: string;
	user_id: string;
	note: string;
}

/** A file of points. Its balances are set in chunks of lines once an admin has confirmed its preview. */
export interface PointImports {
	id: string;
	admin_id: string;
	/** The program whose export it is; null for the site's own format. */
	source: string | null;
	/** `reading` while the lines are stored. */
	state: "reading" | "preview" | "running" | "done";
	/** What happens to the points of unknown people; null before the first confirmation. */
	unknown: "wait" | "leave" | null;
	/** The changed balances since the last confirmation: their number, and their sums for the change log. */
	users: number;
	points_before: number;
	points_after: number;
	created_at: Instant;
}

export interface PointImportLines {
	import_id: string;
	/** Line number in the file, from 1. */
	line: number;
	/** In lower case. */
	name: string;
	/** The account at a platform, from a file that has its id; both empty otherwise. */
	platform: string;
	person_id: string;
	/** The new balance, or what waits; null if the file has no valid number. */
	points: number | null;
	/** Null for unknown people. */
	user_id: string | null;
	/** The balance in the preview. */
	before: number | null;
	/** A `LineState`. */
	state: string;
	/** What the fault is about, such as another line. */
	detail: string | null;
}

export interface SocialLinks {
	platform: string;
	/** Empty for a link that an admin has removed. */
	url: string;
	/** The revision of the whole list of links, which all its rows share. */
	revision: Generated<number>;
}

/** Settings of the channel that admins edit, one JSON value per key. */
export interface SiteSettings {
	key: string;
	value: string;
	updated_at: Instant;
}

/** Append-only log of the changes by admins. */
export interface AdminChanges {
	id: Generated<number>;
	/** The admin's user id. */
	actor: string;
	/** The kind of change, such as `slot.edit`. */
	action: string;
	/** The id of the changed record, and its name at that time. */
	subject: string;
	subject_name: string;
	/** JSON objects with the fields that differ; `before` is null for a new record, `after` for a deleted one. */
	before: string | null;
	after: string | null;
	created_at: Instant;
}

export interface InstagramEmbeds {
	id: string;
	/** The post's permalink, extracted from the pasted embed code. */
	embed_code: string;
	position: number;
	/** Increases by one with each edit, but not with a move. */
	revision: Generated<number>;
	created_at: Generated<Instant>;
	updated_at: Instant;
}

export interface EventCounts {
	/** Date in the site's time zone, such as 2026-03-29. */
	day: string;
	/** The event's name, such as `play_demo`. */
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
	/** JSON: see `Translations` in `app/i18n/translations.ts`. */
	translations: Generated<string>;
	demo_url: string;
	/** Increases by one with each edit. */
	revision: number;
	created_at: Instant;
	updated_at: Instant;
}

export interface Promotions {
	id: string;
	title: string;
	description: string | null;
	/** JSON: see `Translations` in `app/i18n/translations.ts`. */
	translations: Generated<string>;
	/** Euros. */
	min_deposit: number | null;
	cashback: string | null;
	welcome_bonus: string | null;
	/** Processing time in hours. */
	pat: number | null;
	promocode: string | null;
	claim_url: string;
	/** An address, or the name of a file in the site's image folder. */
	image_url: string;
	/** Increases by one with each edit. */
	revision: number;
	/** 1 until the first save; then it is published and `created_at` is that time. At most one row is a draft. */
	is_draft: Generated<0 | 1>;
	created_at: Instant;
	updated_at: Instant;
}

/** A bonus hunt that is run on this site; at most one is open. Amounts are in cents. */
export interface Hunts {
	id: string;
	title: string;
	/** JSON: see `Translations` in `app/i18n/translations.ts`. */
	translations: Generated<string>;
	start_cost: number;
	/** The accepted loss, which is subtracted from the target. */
	stop_loss: number;
	status: "open" | "finished";
	guessing: "open" | "closed";
	/** When the first payout was shown. It is never reset, and guessing stays closed from then on. */
	payout_shown_at: Instant | null;
	/** Increases by one with each change of the hunt or its slots. */
	revision: number;
	/** Increases by one with each edit of title and costs. */
	details_revision: Generated<number>;
	/** Increases by one with each change of the order of the slots. */
	order_revision: Generated<number>;
	created_at: Instant;
	finished_at: Instant | null;
	/** Points paid to the closest guess, once. */
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
	/** Null until the slot is opened; 0 is a valid payout. */
	payout: number | null;
	pre_note: string;
	/** Incremented by each change except a move. */
	revision: number;
	created_at: Instant;
	opened_at: Instant | null;
}

/** The steps of a hunt, each with the data to undo it. */
export interface HuntSteps {
	id: Generated<number>;
	hunt_id: string;
	kind: string;
	/** JSON of the affected rows before the step. */
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

/** A process that serves the database. Times are ms since 1970 by the clock of the database server. */
export interface Nodes {
	id: string;
	/** The name of its machine. */
	host: string;
	started_at: number;
	/** Renewed every second. */
	seen_at: number;
	/** How far the clock of its machine is ahead of the database server's clock, in ms. */
	clock_ahead: number;
}

/** The right to lead, which one process has at a time. */
export interface Leases {
	name: "games";
	/** Increases by one with each process that takes the lease. */
	epoch: number;
	/** The id of the node that has the lease; null if no node has it. */
	holder: string | null;
}

/** The item for which a viewer saves points. */
export interface Goals {
	user_id: string;
	item_id: string;
	created_at: Instant;
}

/** What a player makes public; nothing without a row. */
export interface PlayerPages {
	user_id: string;
	is_public: 0 | 1;
	shows_points: 0 | 1;
	shows_wins: 0 | 1;
	shows_since: 0 | 1;
	updated_at: Instant;
}

/** A settled round at a public address. */
export interface SharedRounds {
	/** 24 random hex digits, part of the address. */
	id: string;
	user_id: string;
	/** The id of the game's card. */
	game: string;
	/** The id of the instant round or the Crash bet. */
	round_id: string;
	created_at: Instant;
}

/** A player's limits and break. */
export interface PlayLimits {
	user_id: string;
	/** Maximum loss in points per day of the site's time zone; null for no limit. */
	daily_loss: number | null;
	/** The limit that replaces `daily_loss` at `next_from`; null for no limit. */
	next_daily_loss: number | null;
	next_from: Instant | null;
	break_until: Instant | null;
	/** The last break, also after its end. */
	last_break_from: Instant | null;
	last_break_until: Instant | null;
	/** `lost` covers the ledger entries from this midnight up to the entry with id `lost_to`. */
	lost_since: Instant | null;
	/** Points; negative if the player won more than they lost. */
	lost: number | null;
	lost_to: number | null;
	updated_at: Instant;
}

/** The users' pictures from the provider's `picture` claim. */
export interface Avatars {
	user_id: string;
	/** 32 random hex digits, new with each picture; part of its address. */
	id: string;
	/** The address in the claim. */
	source: string;
	/** WebP. */
	picture: Buffer;
	fetched_at: Instant;
}

/** What a viewer is told. The text is written in the reader's language when it is read. */
export interface Notifications {
	/** Increases with time. */
	id: Generated<number>;
	user_id: string;
	/** The kind of event, such as `order-approved`. */
	kind: string;
	/** The id of the event; unique with user and kind, so that a repeated event adds nothing. */
	reference: string;
	/** JSON with the values of the text. */
	data: string;
	created_at: Instant;
	read_at: Instant | null;
}

/** A single row with id 1: the key pair (VAPID) by which push services know the site. */
export interface PushKeys {
	id: number;
	public_key: string;
	/** Encrypted with a key that is derived from the session secret. */
	private_key: string;
	created_at: Instant;
}

/** A browser that gets push messages for a viewer. */
export interface PushSubscriptions {
	/** Hash (SHA-256) of the endpoint, in hex. */
	id: string;
	user_id: string;
	/** The session that subscribed or last renewed the subscription. Its sign-out ends the subscription. */
	session_id: string;
	/** The secret address of the browser at its push service. */
	endpoint: string;
	/** The browser's public key and secret, which encrypt the messages. Base64url. */
	p256dh: string;
	auth: string;
	language: string;
	wants_orders: 0 | 1;
	wants_hunts: 0 | 1;
	created_at: Instant;
}

/** People whom an admin made admins. */
export interface Admins {
	/** The provider's subject. */
	subject: string;
	created_at: Instant;
}

/** The rules by which viewers earn points, from an instant until the next version. */
export interface EarningRuleVersions {
	version: Generated<number>;
	/** `EarningRules` as JSON. */
	rules: string;
	valid_from: Instant;
}

/** A code that viewers enter for points. */
export interface ClaimCodes {
	id: string;
	/** As admins and viewers see it. */
	code: string;
	/** The form in which codes are compared. */
	folded: string;
	/** Points for each claim. */
	points: number;
	/** Null for no limit. */
	max_claims: number | null;
	claims: number;
	/** `everybody` or `regulars`. */
	audience: string;
	starts_at: Instant;
	/** When it ends, or when an admin ended it. */
	ends_at: Instant;
	created_at: Instant;
}

export interface CodeClaims {
	code_id: string;
	user_id: string;
	points: number;
	created_at: Instant;
}

/** The daily bonuses that viewers have collected. */
export interface DailyBonuses {
	user_id: string;
	/** The date of the site's time zone. */
	day: string;
	/** The day of the streak, from 1. */
	streak: number;
	/** The posted points, after the ceiling. */
	points: number;
	created_at: Instant;
	/** The place of the bonus in the order in which the viewer collected bonuses, from 1. */
	number: Generated<number>;
}

/** What viewers have earned on a day, except by claim codes. */
export interface EarnedDays {
	user_id: string;
	/** The date of the site's time zone. */
	day: string;
	points: number;
}

/** The connected channel of a platform, whose owner has granted the site access to its events. */
export interface PlatformConnections {
	/** A `PlatformId`. */
	platform: string;
	account_id: string;
	account_name: string;
	/** The scopes that the owner has granted, separated by spaces. */
	scopes: string;
	/** The owner's tokens, encrypted. */
	tokens: string;
	/** Signs the messages of the platform; encrypted. */
	hook_secret: string;
	/** `webhook` or `socket`. */
	transport: string;
	connected_at: Instant;
	/** When the socket was last known to work; null for a webhook. */
	heard_at: Instant | null;
}

/** Times in which the site received nothing from a platform. */
export interface PlatformSilences {
	id: Generated<number>;
	platform: string;
	from_at: Instant;
	until_at: Instant;
}

/** The users behind accounts of platforms. */
export interface PlatformPeople {
	platform: string;
	/** The platform's id of the account. */
	person_id: string;
	user_id: string;
	linked_at: Instant;
}

/** What has happened on the channel, once for each event. */
export interface PlatformEvents {
	id: Generated<number>;
	platform: string;
	/** Empty for an anonymous person. */
	person_id: string;
	/** Empty for an anonymous or erased person. */
	person_name: string;
	/** Identifies the event among those of its person. */
	key: string;
	kind: string;
	/** The fields of the `StreamEvent` as JSON. */
	facts: string;
	/** By the platform's clock. */
	happened_at: Instant;
	received_at: Instant;
	/**
	 * `due`, `handled`, `waiting` for the person's first sign-in or `ignored`; of an announcement that may prove false, `held` for a
	 * time, `repeated` while another counts, or `rejected` by an admin. There is a job for a `due` or `held` one.
	 */
	state: string;
	/** When it is paid; null unless it is `held`. */
	held_until: Instant | null;
	/** The credited user; null without one. */
	user_id: string | null;
	/** The credited points, after the ceiling. */
	points: number | null;
}

/** Events that an erasure has forgotten, so that a repeated message does not pay again. */
export interface ForgottenEvents {
	/** HMAC-SHA256 of platform, person and key with the site's key, in hex. */
	hash: string;
	/** When the platform's messages about it are no longer accepted. */
	until: Instant;
}

/** The turns of watching, which are paid once each. */
export interface WatchTurns {
	platform: string;
	stream_id: string;
	/** The number of the interval since the stream began, from 1. */
	turn: number;
	at: Instant;
	/** Points that were credited without waiting for a sign-in. */
	points: number;
}

/** Points for watching of people who have never signed in, by stream and day. */
export interface WaitingWatch {
	id: Generated<number>;
	platform: string;
	person_id: string;
	stream_id: string;
	/** The date of the site's time zone. */
	day: string;
	/** The sum of all turns. */
	points: number;
	/** The turns with their points, each as `TURN:POINTS `. Turns from before migration 0016 are missing. */
	turns: Generated<string>;
	/** The user who has signed in since; null before. */
	user_id: string | null;
	/** The points that were credited then, after the ceiling; null while they wait. */
	credited: number | null;
}

/** When people last wrote in the chat. */
export interface ChatActivity {
	platform: string;
	person_id: string;
	person_name: string;
	at: Instant;
}

export interface Database {
	admins: Admins;
	users: Users;
	user_points: UserPoints;
	point_entries: PointEntries;
	point_hours: PointHours;
	sessions: Sessions;
	idempotency_keys: IdempotencyKeys;
	player_seeds: PlayerSeeds;
	instant_rounds: InstantRounds;
	game_wins: GameWins;
	crash_game_state: CrashGameState;
	crash_chains: CrashChains;
	crash_rounds: CrashRounds;
	crash_bets: CrashBets;
	store_items: StoreItems;
	orders: Orders;
	goals: Goals;
	item_codes: ItemCodes;
	jobs: Jobs;
	point_merges: PointMerges;
	point_notes: PointNotes;
	point_imports: PointImports;
	point_import_lines: PointImportLines;
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
	nodes: Nodes;
	leases: Leases;
	hunt_guesses: HuntGuesses;
	player_pages: PlayerPages;
	shared_rounds: SharedRounds;
	play_limits: PlayLimits;
	avatars: Avatars;
	notifications: Notifications;
	push_keys: PushKeys;
	push_subscriptions: PushSubscriptions;
	earning_rules: EarningRuleVersions;
	claim_codes: ClaimCodes;
	code_claims: CodeClaims;
	daily_bonuses: DailyBonuses;
	earned_days: EarnedDays;
	platform_connections: PlatformConnections;
	platform_silences: PlatformSilences;
	platform_people: PlatformPeople;
	platform_events: PlatformEvents;
	forgotten_events: ForgottenEvents;
	watch_turns: WatchTurns;
	waiting_watch: WaitingWatch;
	chat_activity: ChatActivity;
}
