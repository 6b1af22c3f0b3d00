import type { Kysely } from "kysely";
import { allowChange, createTables, makeAppendOnly, run, type Typed } from "../tables";

/**
 * The tables of version 0.1.0: see `createTables`. A time is an ISO 8601 string in UTC with milliseconds, so that it sorts as text
 * in every database.
 */
export const TABLES = {
	users: {
		id: "text primary key",
		/** The `sub` claim of the identity provider, which alone identifies a person. */
		twitch_id: "text not null unique",
		email: "text",
		/** JSON array of role names from the provider's last answer. */
		roles: "text not null default '[]'",
		created_at: "text not null",
		/** In lower case; null for an erased person, whom every page calls Anonymous. */
		twitch_username: "text",
	},
	/** Cached balance: always the sum of the user's point entries. */
	user_points: {
		user_id: "text primary key references users (id)",
		points: "integer not null check (points >= 0)",
	},
	/** Append-only ledger; (reason, reference) is unique. */
	point_entries: {
		id: "integer primary key autoincrement",
		user_id: "text not null references user_points (user_id)",
		delta: "integer not null",
		balance_after: "integer not null check (balance_after >= 0)",
		reason: "text not null",
		reference: "text not null",
		/** The id of the user who caused the entry, or `system`. */
		actor: "text not null",
		created_at: "text not null",
		point_entries_once: "unique (reason, reference)",
	},
	/** The sum of a user's entries by source and hour, for statistics. Old hours are deleted. */
	point_hours: {
		/** What the reasons of the entries belong to, such as `plinko`, `redeem` or `stream-watch:Twitch`. */
		source: "text not null",
		/** UTC, such as `2026-03-29T14`. */
		hour: "text not null",
		user_id: "text not null references user_points (user_id)",
		points: "integer not null",
		point_hours_once: "primary key (source, hour, user_id)",
	},
	sessions: {
		/** Keyed hash (HMAC-SHA256) of the cookie's token, in hex, so that a leaked database does not reveal a token. */
		id: "text primary key",
		user_id: "text not null references users (id)",
		created_at: "text not null",
		expires_at: "text not null",
		/** The provider's tokens, encrypted. */
		tokens: "text not null",
		/** When the access token expires. */
		tokens_expire_at: "text not null",
	},
	/** The stored answer to each form with an idempotency key, so that a repeated request gets the same answer. */
	idempotency_keys: {
		user_id: "text not null references users (id)",
		id: "text not null",
		action: "text not null",
		/** The input as JSON. The same key with another input is refused. */
		input: "text not null",
		answer: "text not null",
		created_at: "text not null",
		idempotency_keys_once: "primary key (user_id, id)",
	},
	/** People whom an admin made admins. */
	admins: {
		/** The provider's subject. */
		subject: "text primary key not null",
		created_at: "text not null",
	},
	/** Settings of the channel that admins edit, one JSON value per key. */
	site_settings: {
		key: "text primary key",
		value: "text not null",
		updated_at: "text not null",
	},
	/** Append-only log of the changes by admins. */
	admin_changes: {
		id: "integer primary key autoincrement",
		/** The admin's user id. */
		actor: "text not null",
		/** The kind of change, such as `slot.edit`. */
		action: "text not null",
		/** The id of the changed record, and its name at that time. */
		subject: "text not null",
		subject_name: "text not null",
		/** JSON objects with the fields that differ; `before` is null for a new record, `after` for a deleted one. */
		before: "text",
		after: "text",
		created_at: "text not null",
	},
	event_counts: {
		/** Date in the site's time zone, such as 2026-03-29. */
		day: "text not null",
		/** The event's name, such as `play_demo`. */
		event: "text not null",
		label: "text not null",
		count: "integer not null check (count >= 1)",
		event_counts_once: "primary key (day, event, label)",
	},
	/** Work that happens later: see `app/jobs`. */
	jobs: {
		id: "integer primary key autoincrement",
		kind: "text not null",
		/** Unique among the jobs of the kind. */
		reference: "text not null",
		/** Those of the kind with the same key run one at a time. */
		key: "text not null",
		/** JSON. */
		body: "text not null",
		/** `off`: it runs only when an admin asks for it. `dead`: it was given up. */
		state: "text not null check (state in ('off', 'due', 'done', 'dead'))",
		/** Attempts that have ended. */
		tries: "integer not null default 0",
		/** Null unless it is due. */
		next_at: "text",
		/** Why the last attempt failed. */
		fault: "text",
		created_at: "text not null",
		done_at: "text",
		jobs_once: "unique (kind, reference)",
		jobs_due: "check ((state = 'due') = (next_at is not null))",
		jobs_done: "check ((state = 'done') = (done_at is not null))",
	},
	/** A process that serves the database. Times are ms since 1970 by the clock of the database server. */
	nodes: {
		id: "text primary key",
		/** The name of its machine. */
		host: "text not null",
		started_at: "integer not null",
		/** Renewed every second. */
		seen_at: "integer not null",
		/** How far the clock of its machine is ahead of the database server's clock, in ms. */
		clock_ahead: "integer not null",
	},
	/** The right to lead, which one process has at a time. */
	leases: {
		name: "text primary key" as Typed<"games">,
		/** Increases by one with each process that takes the lease. */
		epoch: "integer not null",
		/** The id of the node that has the lease; null if no node has it. */
		holder: "text",
	},
	player_seeds: {
		id: "text primary key",
		user_id: "text not null references users (id)",
		server_seed: "text not null",
		server_seed_hash: "text not null",
		client_seed: "text not null",
		/** The nonce of the next round. */
		nonce: "integer not null default 0",
		created_at: "text not null",
		/** Set at rotation; until then the server seed is secret. */
		revealed_at: "text",
	},
	/** Rounds of the games that are drawn and paid in one request. */
	instant_rounds: {
		id: "text primary key",
		/** The id of the game's card. */
		game: "text not null",
		user_id: "text not null references users (id)",
		seed_id: "text not null references player_seeds (id)",
		client_seed: "text not null",
		nonce: "integer not null",
		table_version: "integer not null",
		/** Total points staked. */
		stake: "integer not null check (stake > 0)",
		/** Number of drawn values. */
		draws: "integer not null check (draws > 0)",
		/** JSON: the bet, with the stake per draw. */
		input: "text not null",
		/** JSON array: the value of each draw. */
		outcome: "text not null",
		/** Total points paid. */
		payout: "integer not null check (payout >= 0)",
		created_at: "text not null",
		instant_rounds_one_per_nonce: "unique (seed_id, nonce)",
	},
	game_wins: {
		id: "text primary key",
		user_id: "text not null references users (id)",
		/** Payout minus stake, above 0. */
		amount: "integer not null check (amount > 0)",
		game_name: "text not null",
		/** Date in the site's time zone, such as 2026-03-29. An index on it finds a day's biggest wins. */
		day: "text not null",
		created_at: "text not null",
		/** Hundredths: the round's payout per stake. Null if unknown. */
		multiplier: "integer",
	},
	/** A single row with id 1 that switches live Crash on and off. */
	crash_game_state: {
		id: "integer primary key check (id = 1)",
		is_active: "integer not null check (is_active in (0, 1))",
		updated_at: "text not null",
		/** When the site last ran while solo rounds were open. */
		alive_at: "text",
	},
	/** A hash chain. Live rounds use its hashes in reverse order. */
	crash_chains: {
		id: "text primary key",
		/** Secret: the hash of the last round, from which all others are computed. Hex. */
		seed: "text not null",
		/** The number of rounds of the chain. */
		length: "integer not null check (length > 0)",
		/** The SHA-256 of the first round's hash, published before it. Hex. */
		commitment: "text not null",
		salt: "text not null",
		created_at: "text not null",
	},
	crash_rounds: {
		id: "text primary key",
		game: "text not null check (game in ('solo', 'live'))",
		/** Closed when every bet is settled; voided when the round was cancelled and its bets were refunded. */
		status: "text not null check (status in ('open', 'closed', 'voided'))",
		/** Hundredths; secret while the round is open. Null for a solo round before its flight. */
		crash_point: "integer check (crash_point >= 100)",
		opened_at: "text not null",
		/** When the flight started; of a solo round when it starts. */
		started_at: "text",
		closed_at: "text",
		/** Live rounds only: the chain, the position in it from 1, and the hash, which is as secret as the crash point. */
		chain_id: "text references crash_chains (id)",
		number: "integer",
		hash: "text",
		/** Solo rounds only: the player and, once the flight has started, the inputs of the draw. */
		user_id: "text references users (id)",
		seed_id: "text references player_seeds (id)",
		client_seed: "text",
		nonce: "integer",
		draw_version: "integer",
		crash_rounds_one_per_link: "unique (chain_id, number)",
		crash_rounds_one_per_nonce: "unique (seed_id, nonce)",
		crash_rounds_whole:
			"check (case game when 'live' then chain_id is not null and number is not null and hash is not null and crash_point is not null else user_id is not null end and (status <> 'closed' or crash_point is not null))",
	},
	crash_bets: {
		id: "text primary key",
		round_id: "text not null references crash_rounds (id)",
		user_id: "text not null references users (id)",
		amount: "integer not null check (amount > 0)",
		/** The multiplier of the automatic cash-out, in hundredths. */
		target: "integer check (target > 100)",
		status: "text not null check (status in ('active', 'cashed_out', 'lost', 'cancelled', 'refunded'))",
		payout: "integer check (payout >= 0)",
		/** Hundredths. */
		cash_out_multiplier: "integer check (cash_out_multiplier >= 100)",
		created_at: "text not null",
		crash_bets_whole:
			"check (case status when 'cashed_out' then payout is not null and cash_out_multiplier is not null when 'lost' then payout = 0 and cash_out_multiplier is null else payout is null and cash_out_multiplier is null end)",
	},
	/** A settled round at a public address. */
	shared_rounds: {
		/** 24 random hex digits, part of the address. */
		id: "text primary key",
		user_id: "text not null references users (id)",
		/** The id of the game's card. */
		game: "text not null",
		/** The id of the instant round or the Crash bet. */
		round_id: "text not null unique",
		created_at: "text not null",
	},
	/** What a player makes public; nothing without a row. */
	player_pages: {
		user_id: "text primary key references users (id)",
		is_public: "integer not null check (is_public in (0, 1))",
		shows_points: "integer not null check (shows_points in (0, 1))",
		shows_wins: "integer not null check (shows_wins in (0, 1))",
		shows_since: "integer not null check (shows_since in (0, 1))",
		updated_at: "text not null",
	},
	/** A player's limits and break. */
	play_limits: {
		user_id: "text primary key references users (id)",
		/** Maximum loss in points per day of the site's time zone; null for no limit. */
		daily_loss: "integer check (daily_loss >= 0)",
		/** The limit that replaces `daily_loss` at `next_from`; null for no limit. */
		next_daily_loss: "integer check (next_daily_loss >= 0)",
		next_from: "text",
		break_until: "text",
		/** `lost` covers the ledger entries from this midnight up to the entry with id `lost_to`. */
		lost_since: "text",
		/** Points; negative if the player won more than they lost. */
		lost: "integer",
		lost_to: "integer",
		updated_at: "text not null",
		/** The last break, also after its end. */
		last_break_from: "text",
		last_break_until: "text",
		play_limits_counted:
			"check ((lost_since is null) = (lost is null) and (lost_since is null) = (lost_to is null))",
	},
	store_items: {
		id: "text primary key",
		name: "text not null",
		description: "text not null",
		/** An address, or the name of a file in the site's image folder; empty for none. */
		image: "text not null",
		/** Points. */
		price: "integer not null check (price >= 1)",
		/** For an item with codes: always the number of its unassigned codes. */
		stock: "integer not null check (stock >= 0)",
		status: "text not null check (status in ('active', 'disabled'))",
		/** Maximum number of orders per viewer, not counting cancelled ones. */
		viewer_limit: "integer check (viewer_limit >= 1)",
		/** Minimum time between two orders of a viewer, not counting cancelled ones. */
		cooldown_hours: "integer check (cooldown_hours >= 1)",
		/** The question that the viewer answers when redeeming. */
		question: "text",
		has_codes: "integer not null check (has_codes in (0, 1))",
		/** Incremented by each edit of an admin, not by a redeem, so that a dialog can detect a change since it was opened. */
		revision: "integer not null",
		created_at: "text not null",
		updated_at: "text not null",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
	},
	orders: {
		id: "text primary key",
		user_id: "text not null references users (id)",
		item_id: "text not null references store_items (id)",
		/** The item's name and price when it was redeemed. */
		item_name: "text not null",
		item_price: "integer not null",
		quantity: "integer not null check (quantity >= 1)",
		total_points: "integer not null",
		status: "text not null check (status in ('created', 'approved', 'cancelled'))",
		question: "text",
		answer: "text",
		/** The admin's note with the decision, which the viewer can read. */
		note: "text",
		created_at: "text not null",
		decided_at: "text",
		/** The admin's user id. */
		decided_by: "text",
		/** JSON with `item` and `question` when it was redeemed: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
		orders_priced: "check (total_points = quantity * item_price and item_price >= 1)",
		orders_decided: "check ((status = 'created') = (decided_at is null))",
	},
	item_codes: {
		id: "integer primary key autoincrement",
		item_id: "text not null references store_items (id)",
		/** Visible to the buyer and admins only. */
		code: "text not null",
		/** The order that has the code. A cancelled order keeps it, because the viewer has seen it. */
		order_id: "text unique references orders (id)",
		created_at: "text not null",
		item_codes_once: "unique (item_id, code)",
	},
	/** The item for which a viewer saves points. */
	goals: {
		user_id: "text primary key references users (id)",
		item_id: "text not null references store_items (id)",
		created_at: "text not null",
	},
	/** Points that were merged from another points provider. */
	point_merges: {
		id: "text primary key",
		user_id: "text not null references users (id)",
		provider: "text not null",
		/** The name in the request to the provider; empty for an erased person. */
		username: "text not null",
		/** The points in the provider's answer. */
		provider_points: "integer not null",
		credited: "integer not null check (credited >= 1)",
		actor: "text not null",
		created_at: "text not null",
		undone_at: "text",
		undone_by: "text",
	},
	/** What an admin has written about an `admin-adjustment`; deleted by an erasure. */
	point_notes: {
		/** The reference of the entry. */
		reference: "text primary key not null",
		user_id: "text not null references users (id)",
		note: "text not null",
	},
	/** A file of points. Its balances are set in chunks of lines once an admin has confirmed its preview. */
	point_imports: {
		id: "text primary key not null",
		admin_id: "text not null references users (id)",
		/** The program whose export it is; null for the site's own format. */
		source: "text",
		/** `reading` while the lines are stored. */
		state: "text not null" as Typed<"reading" | "preview" | "running" | "done">,
		/** What happens to the points of unknown people; null before the first confirmation. */
		unknown: "text" as Typed<"wait" | "leave" | null>,
		/** The changed balances since the last confirmation: their number, and their sums for the change log. */
		users: "integer not null",
		points_before: "integer not null",
		points_after: "integer not null",
		created_at: "text not null",
	},
	point_import_lines: {
		import_id: "text not null references point_imports (id)",
		/** Line number in the file, from 1. */
		line: "integer not null",
		/** In lower case. */
		name: "text not null",
		/** The account at a platform, from a file that has its id; both empty otherwise. */
		platform: "text not null",
		person_id: "text not null",
		/** The new balance, or what waits; null if the file has no valid number. */
		points: "integer",
		/** Null for unknown people. */
		user_id: "text references users (id)",
		/** The balance in the preview. */
		before: "integer",
		/** A `LineState`. */
		state: "text not null",
		/** What the fault is about, such as another line. */
		detail: "text",
		point_import_lines_once: "primary key (import_id, line)",
	},
	slots: {
		id: "text primary key",
		name: "text not null",
		provider: "text not null",
		/** An address, or the name of a file in the site's image folder; empty for none. */
		image: "text not null",
		description: "text not null",
		demo_url: "text not null",
		/** Increases by one with each edit. */
		revision: "integer not null",
		created_at: "text not null",
		updated_at: "text not null",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
	},
	promotions: {
		id: "text primary key",
		title: "text not null",
		description: "text",
		/** Euros. */
		min_deposit: "real check (min_deposit >= 0)",
		cashback: "text",
		welcome_bonus: "text",
		/** Processing time in hours. */
		pat: "real check (pat >= 0)",
		promocode: "text",
		claim_url: "text not null",
		/** An address, or the name of a file in the site's image folder. */
		image_url: "text not null",
		/** Increases by one with each edit. */
		revision: "integer not null",
		created_at: "text not null",
		updated_at: "text not null",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
		/** 1 until the first save; then it is published and `created_at` is that time. At most one row is a draft. */
		is_draft: "integer not null default 0 check (is_draft in (0, 1))",
	},
	social_links: {
		platform: "text primary key",
		/** Empty for a link that an admin has removed. */
		url: "text not null",
		/** The revision of the whole list of links, which all its rows share. */
		revision: "integer not null default 1",
	},
	instagram_embeds: {
		id: "text primary key",
		/** The post's permalink, extracted from the pasted embed code. */
		embed_code: "text not null",
		position: "integer not null",
		/** Increases by one with each edit, but not with a move. */
		revision: "integer not null default 1",
		updated_at: "text not null",
		created_at: "text not null default '2026-01-01T00:00:00.000Z'",
	},
	/** A bonus hunt that is run on this site; at most one is open. Amounts are in cents. */
	hunts: {
		id: "text primary key",
		title: "text not null",
		start_cost: "integer not null check (start_cost >= 0)",
		/** The accepted loss, which is subtracted from the target. */
		stop_loss: "integer not null default 0 check (stop_loss >= 0)",
		status: "text not null check (status in ('open', 'finished'))",
		guessing: "text not null check (guessing in ('open', 'closed'))",
		/** Increases by one with each change of the hunt or its slots. */
		revision: "integer not null",
		/** Increases by one with each edit of title and costs. */
		details_revision: "integer not null default 1",
		/** Increases by one with each change of the order of the slots. */
		order_revision: "integer not null default 1",
		created_at: "text not null",
		finished_at: "text",
		/** Points paid to the closest guess, once. */
		prize_points: "integer check (prize_points >= 1)",
		prize_user_id: "text references users (id)",
		prize_paid_at: "text",
		/** JSON: see `Translations` in `app/i18n/translations.ts`. */
		translations: "text not null default '{}'",
		/** When the first payout was shown. It is never reset, and guessing stays closed from then on. */
		payout_shown_at: "text",
		hunts_finished: "check ((status = 'finished') = (finished_at is not null))",
		hunts_prize:
			"check ((prize_points is null) = (prize_paid_at is null) and (prize_user_id is null) = (prize_paid_at is null))",
	},
	/** Amounts are cents. */
	hunt_slots: {
		id: "text primary key",
		hunt_id: "text not null references hunts (id)",
		position: "integer not null",
		name: "text not null",
		provider: "text not null",
		/** An address, or the name of a file in the site's image folder; empty for none. */
		image: "text not null",
		bet: "integer not null check (bet >= 1)",
		/** Null until the slot is opened; 0 is a valid payout. */
		payout: "integer check (payout >= 0)",
		pre_note: "text not null",
		/** Incremented by each change except a move. */
		revision: "integer not null",
		created_at: "text not null",
		opened_at: "text",
		hunt_slots_opened: "check ((payout is null) = (opened_at is null))",
	},
	/** The steps of a hunt, each with the data to undo it. */
	hunt_steps: {
		id: "integer primary key autoincrement",
		hunt_id: "text not null references hunts (id)",
		kind: "text not null",
		/** JSON of the affected rows before the step. */
		before: "text not null",
		actor: "text not null",
		created_at: "text not null",
		undone_at: "text",
	},
	hunt_guesses: {
		hunt_id: "text not null references hunts (id)",
		user_id: "text not null references users (id)",
		/** Cents. */
		guess: "integer not null check (guess >= 0)",
		created_at: "text not null",
		updated_at: "text not null",
		hunt_guesses_once: "primary key (hunt_id, user_id)",
	},
	/** The users' pictures from the provider's `picture` claim. */
	avatars: {
		user_id: "text primary key references users (id)",
		/** 32 random hex digits, new with each picture; part of its address. */
		id: "text not null unique",
		/** The address in the claim. */
		source: "text not null",
		/** WebP. */
		picture: "blob not null",
		fetched_at: "text not null",
	},
	/** What a viewer is told. The text is written in the reader's language when it is read. */
	notifications: {
		/** Increases with time. */
		id: "integer primary key autoincrement",
		user_id: "text not null references users (id)",
		/** The kind of event, such as `order-approved`. */
		kind: "text not null",
		/** The id of the event; unique with user and kind, so that a repeated event adds nothing. */
		reference: "text not null",
		/** JSON with the values of the text. */
		data: "text not null",
		created_at: "text not null",
		read_at: "text",
		notifications_once: "unique (user_id, kind, reference)",
	},
	/** A single row with id 1: the key pair (VAPID) by which push services know the site. */
	push_keys: {
		id: "integer primary key",
		public_key: "text not null",
		/** Encrypted with a key that is derived from the session secret. */
		private_key: "text not null",
		created_at: "text not null",
	},
	/** A browser that gets push messages for a viewer. */
	push_subscriptions: {
		/** Hash (SHA-256) of the endpoint, in hex. */
		id: "text primary key",
		user_id: "text not null references users (id)",
		/** The session that subscribed or last renewed the subscription. Its sign-out ends the subscription. */
		session_id: "text not null",
		/** The secret address of the browser at its push service. */
		endpoint: "text not null",
		/** The browser's public key and secret, which encrypt the messages. Base64url. */
		p256dh: "text not null",
		auth: "text not null",
		language: "text not null",
		wants_orders: "integer not null" as Typed<0 | 1>,
		wants_hunts: "integer not null" as Typed<0 | 1>,
		created_at: "text not null",
	},
	/** The rules by which viewers earn points, from an instant until the next version. */
	earning_rules: {
		version: "integer primary key autoincrement",
		/** `EarningRules` as JSON. */
		rules: "text not null",
		valid_from: "text not null",
	},
	/** A code that viewers enter for points. */
	claim_codes: {
		id: "text primary key not null",
		/** As admins and viewers see it. */
		code: "text not null",
		/** The form in which codes are compared. */
		folded: "text not null",
		/** Points for each claim. */
		points: "integer not null",
		/** Null for no limit. */
		max_claims: "integer",
		claims: "integer not null",
		/** `everybody` or `regulars`. */
		audience: "text not null",
		starts_at: "text not null",
		/** When it ends, or when an admin ended it. */
		ends_at: "text not null",
		created_at: "text not null",
	},
	code_claims: {
		code_id: "text not null references claim_codes (id)",
		user_id: "text not null references users (id)",
		points: "integer not null",
		created_at: "text not null",
		code_claims_once: "primary key (code_id, user_id)",
	},
	/** The daily bonuses that viewers have collected. */
	daily_bonuses: {
		user_id: "text not null references users (id)",
		/** The date of the site's time zone. */
		day: "text not null",
		/** The day of the streak, from 1. */
		streak: "integer not null",
		/** The posted points, after the ceiling. */
		points: "integer not null",
		created_at: "text not null",
		/** The place of the bonus in the order in which the viewer collected bonuses, from 1. */
		number: "integer not null default 0",
		daily_bonuses_once: "primary key (user_id, day)",
	},
	/** What viewers have earned on a day, except by claim codes. */
	earned_days: {
		user_id: "text not null references users (id)",
		/** The date of the site's time zone. */
		day: "text not null",
		points: "integer not null",
		earned_days_once: "primary key (user_id, day)",
	},
	/** The connected channel of a platform, whose owner has granted the site access to its events. */
	platform_connections: {
		/** A `PlatformId`. */
		platform: "text primary key not null",
		account_id: "text not null",
		account_name: "text not null",
		/** The owner's tokens, encrypted. */
		tokens: "text not null",
		/** Signs the messages of the platform; encrypted. */
		hook_secret: "text not null",
		/** `webhook` or `socket`. */
		transport: "text not null",
		connected_at: "text not null",
		/** When the socket was last known to work; null for a webhook. */
		heard_at: "text",
	},
	/** Times in which the site received nothing from a platform. */
	platform_silences: {
		id: "integer primary key autoincrement",
		platform: "text not null",
		from_at: "text not null",
		until_at: "text not null",
	},
	/** The users behind accounts of platforms. */
	platform_people: {
		platform: "text not null",
		/** The platform's id of the account. */
		person_id: "text not null",
		user_id: "text not null references users (id)",
		linked_at: "text not null",
		platform_people_once: "primary key (platform, person_id)",
	},
	/** What has happened on the channel, once for each event. */
	platform_events: {
		id: "integer primary key autoincrement",
		platform: "text not null",
		/** Empty for an anonymous person. */
		person_id: "text not null",
		/** Empty for an anonymous or erased person. */
		person_name: "text not null",
		/** Identifies the event among those of its person. */
		key: "text not null",
		kind: "text not null",
		/** The fields of the `StreamEvent` as JSON. */
		facts: "text not null",
		/** By the platform's clock. */
		happened_at: "text not null",
		received_at: "text not null",
		/**
		 * `due`, `handled`, `waiting` for the person's first sign-in or `ignored`; of an announcement that may prove false, `held` for a
		 * time, `repeated` while another counts, or `rejected` by an admin. There is a job for a `due` or `held` one.
		 */
		state: "text not null",
		/** The credited user; null without one. */
		user_id: "text references users (id)",
		/** The credited points, after the ceiling. */
		points: "integer",
		/** When it is paid; null unless it is `held`. */
		held_until: "text",
		platform_events_once: "unique (platform, person_id, key)",
	},
	/** Events that an erasure has forgotten, so that a repeated message does not pay again. */
	forgotten_events: {
		/** HMAC-SHA256 of platform, person and key with the site's key, in hex. */
		hash: "text primary key not null",
		/** When the platform's messages about it are no longer accepted. */
		until: "text not null",
	},
	/** The turns of watching, which are paid once each. */
	watch_turns: {
		platform: "text not null",
		stream_id: "text not null",
		/** The number of the interval since the stream began, from 1. */
		turn: "integer not null",
		at: "text not null",
		/** Points that were credited without waiting for a sign-in. */
		points: "integer not null",
		watch_turns_once: "primary key (platform, stream_id, turn)",
	},
	/** Points for watching of people who have never signed in, by stream and day. */
	waiting_watch: {
		id: "integer primary key autoincrement",
		platform: "text not null",
		person_id: "text not null",
		stream_id: "text not null",
		/** The date of the site's time zone. */
		day: "text not null",
		/** The sum of all turns. */
		points: "integer not null",
		/** The user who has signed in since; null before. */
		user_id: "text references users (id)",
		/** The points that were credited then, after the ceiling; null while they wait. */
		credited: "integer",
		/** The turns with their points, each as `TURN:POINTS `. */
		turns: "text not null default ''",
		waiting_watch_once: "unique (platform, person_id, stream_id, day)",
	},
	/** When people last wrote in the chat. */
	chat_activity: {
		platform: "text not null",
		person_id: "text not null",
		person_name: "text not null",
		at: "text not null",
		chat_activity_once: "primary key (platform, person_id)",
	},
} as const;

const INDEXES = [
	"create index users_by_email on users (lower(email), twitch_username, id)",
	"create index users_by_username on users (twitch_username, id)",
	"create index user_points_by_points on user_points (points, user_id)",
	"create index point_entries_of_user on point_entries (user_id, id)",
	"create index sessions_by_expiry on sessions (expires_at)",
	"create index idempotency_keys_by_age on idempotency_keys (created_at)",
	"create index admin_changes_of_action on admin_changes (action, id)",
	"create index admin_changes_of_actor on admin_changes (actor, id)",
	"create index jobs_due on jobs (state, kind, next_at)",
	"create unique index player_seeds_one_in_use on player_seeds (user_id) where revealed_at is null",
	"create index instant_rounds_of_user on instant_rounds (user_id, game, created_at, id)",
	"create index game_wins_of_day on game_wins (day, amount desc, created_at)",
	"create index game_wins_of_day_highest on game_wins (day, multiplier desc, created_at)",
	"create index game_wins_of_user on game_wins (user_id, amount desc, created_at)",
	"create index crash_rounds_of_game on crash_rounds (game, opened_at)",
	"create index crash_rounds_of_user on crash_rounds (user_id, opened_at)",
	"create index crash_rounds_open on crash_rounds (status) where status = 'open'",
	"create index crash_bets_active on crash_bets (round_id) where status = 'active'",
	"create index crash_bets_of_user on crash_bets (user_id, created_at)",
	// One bet per player and round; a cancelled bet does not count.
	"create unique index crash_bets_one_each on crash_bets (round_id, user_id) where status <> 'cancelled'",
	"create index shared_rounds_of_user on shared_rounds (user_id)",
	"create index play_limits_by_break_until on play_limits (break_until) where break_until is not null",
	"create index play_limits_by_next_from on play_limits (next_from) where next_from is not null",
	"create index store_items_on_offer on store_items (status, price desc, created_at)",
	"create index orders_newest on orders (created_at desc, id desc)",
	"create index orders_newest_item_id on orders (item_id, created_at desc, id desc)",
	"create index orders_newest_status on orders (status, created_at desc, id desc)",
	"create index orders_newest_user_id on orders (user_id, created_at desc, id desc)",
	"create index item_codes_free on item_codes (item_id, order_id, id)",
	"create index goals_of_item on goals (item_id)",
	"create index point_merges_of_user_id on point_merges (user_id, provider, created_at)",
	"create index point_merges_of_username on point_merges (username, provider, created_at)",
	"create index point_notes_of_user on point_notes (user_id)",
	"create index point_import_lines_by_state on point_import_lines (import_id, state, line)",
	"create index point_import_lines_of_user on point_import_lines (user_id)",
	"create index point_import_lines_waiting_name on point_import_lines (name) where state = 'waiting'",
	"create index point_import_lines_waiting_person on point_import_lines (platform, person_id) where state = 'waiting'",
	"create index slots_by_age on slots (created_at, id)",
	"create index promotions_newest on promotions (created_at desc, id desc)",
	"create unique index promotions_one_draft on promotions (is_draft) where is_draft = 1",
	"create index hunts_newest on hunts (created_at desc, id desc)",
	"create unique index hunts_one_open on hunts (status) where status = 'open'",
	"create index hunt_slots_of_hunt on hunt_slots (hunt_id, position)",
	"create index hunt_steps_of_hunt on hunt_steps (hunt_id, id)",
	"create index hunt_guesses_by_value on hunt_guesses (hunt_id, guess, updated_at)",
	"create index notifications_by_age on notifications (created_at)",
	"create index notifications_newest on notifications (user_id, id desc)",
	"create index notifications_unread on notifications (user_id) where read_at is null",
	"create index push_subscriptions_of_session on push_subscriptions (session_id)",
	"create index push_subscriptions_of_user on push_subscriptions (user_id, created_at)",
	"create index claim_codes_by_text on claim_codes (folded, ends_at)",
	"create index claim_codes_newest on claim_codes (created_at desc, id)",
	"create index code_claims_of_user on code_claims (user_id, created_at)",
	"create index daily_bonuses_by_day on daily_bonuses (day, user_id)",
	"create index platform_people_of_user on platform_people (user_id, platform)",
	"create index platform_events_by_state on platform_events (state, held_until)",
	"create index platform_events_of_user on platform_events (user_id, id)",
	"create index waiting_watch_of_user on waiting_watch (user_id, credited)",
];

/** Columns whose values never change. */
const IMMUTABLE = {
	orders: ["user_id", "item_id", "item_name", "item_price", "quantity", "total_points", "translations"],
	jobs: ["kind", "reference"],
	game_wins: ["user_id", "amount", "game_name", "day", "multiplier"],
};

/** Columns that change under a condition only: see `allowChange`. */
const CHANGES = [
	["orders", "status", "old.status = 'created' and new.status <> 'created'"],
	["item_codes", "order_id", "old.order_id is null"],
	["point_merges", "undone_at", "old.undone_at is null"],
	["hunts", "prize_paid_at", "old.prize_paid_at is null"],
	["hunts", "payout_shown_at", "old.payout_shown_at is null"],
	["hunts", "guessing", "new.guessing = 'closed' or new.payout_shown_at is null"],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	for (const index of INDEXES) await run(db, index);

	for (const table of ["point_entries", "admin_changes"]) await makeAppendOnly(db, table);
	for (const [table, columns] of Object.entries(IMMUTABLE)) {
		for (const column of columns) await allowChange(db, table, column, "false");
	}
	for (const [table, column, rule] of CHANGES) await allowChange(db, table, column, rule);
}
