import * as initial from "./migrations/0001-initial";
import * as tournaments from "./migrations/0002-tournaments";
import * as raffles from "./migrations/0003-raffles";
import * as predictions from "./migrations/0004-predictions";
import * as liveCrash from "./migrations/0005-live-crash";
import * as team from "./migrations/0006-team";
import * as announcements from "./migrations/0007-announcements";
import * as overlay from "./migrations/0008-overlay";
import * as api from "./migrations/0009-api";
import * as requests from "./migrations/0010-requests";
import * as streams from "./migrations/0012-streams";
import type { Rows } from "./tables";

/** The SQL of the columns of each table after the last migration. The tables and columns of later migrations join here. */
export const TABLES = {
	...initial.TABLES,
	...tournaments.TABLES,
	...raffles.TABLES,
	...predictions.TABLES,
	...liveCrash.TABLES,
	...team.TABLES,
	...announcements.TABLES,
	...overlay.TABLES,
	...api.TABLES,
	...requests.TABLES,
	users: { ...initial.TABLES.users, ...liveCrash.COLUMNS.users },
	crash_chains: { ...initial.TABLES.crash_chains, ...liveCrash.COLUMNS.crash_chains },
	crash_bets: { ...initial.TABLES.crash_bets, ...liveCrash.COLUMNS.crash_bets },
	push_subscriptions: { ...initial.TABLES.push_subscriptions, ...streams.COLUMNS.push_subscriptions },
	game_wins: { ...initial.TABLES.game_wins, ...liveCrash.COLUMNS.game_wins },
};

export type Database = Rows<typeof TABLES>;

export type Users = Database["users"];
export type PointEntries = Database["point_entries"];
export type Pauses = Database["pauses"];
export type PointHours = Database["point_hours"];
export type Sessions = Database["sessions"];
export type IdempotencyKeys = Database["idempotency_keys"];
export type Moderators = Database["moderators"];
export type AdminChanges = Database["admin_changes"];
export type EventCounts = Database["event_counts"];
export type Jobs = Database["jobs"];
export type PlayerSeeds = Database["player_seeds"];
export type InstantRounds = Database["instant_rounds"];
export type GameWins = Database["game_wins"];
export type CrashChains = Database["crash_chains"];
export type CrashRounds = Database["crash_rounds"];
export type CrashBets = Database["crash_bets"];
export type SharedRounds = Database["shared_rounds"];
export type LiveNames = Database["live_names"];
export type PlayerPages = Database["player_pages"];
export type PlayLimits = Database["play_limits"];
export type Orders = Database["orders"];
export type PointMerges = Database["point_merges"];
export type PointImports = Database["point_imports"];
export type PointImportLines = Database["point_import_lines"];
export type SocialLinks = Database["social_links"];
export type Hunts = Database["hunts"];
export type HuntSlots = Database["hunt_slots"];
export type HuntSteps = Database["hunt_steps"];
export type HuntGuesses = Database["hunt_guesses"];
export type Avatars = Database["avatars"];
export type Notifications = Database["notifications"];
export type PushKeys = Database["push_keys"];
export type PushSubscriptions = Database["push_subscriptions"];
export type ClaimCodes = Database["claim_codes"];
export type DailyBonuses = Database["daily_bonuses"];
export type PlatformConnections = Database["platform_connections"];
export type PlatformEvents = Database["platform_events"];
export type ForgottenEvents = Database["forgotten_events"];
export type WatchTurns = Database["watch_turns"];
export type WaitingWatch = Database["waiting_watch"];
export type Tournaments = Database["tournaments"];
export type TournamentEntries = Database["tournament_entries"];
export type Raffles = Database["raffles"];
export type RafflePlaces = Database["raffle_places"];
export type Markets = Database["markets"];
export type MarketStakes = Database["market_stakes"];
export type Announcements = Database["announcements"];
export type Alerts = Database["alerts"];
export type ApiTokens = Database["api_tokens"];
export type SlotRequests = Database["slot_requests"];
export type TournamentSteps = Database["tournament_steps"];
