import type { Problem } from "./problems";
import type { WatchedPlatform } from "./watched";

type GroupId = "visitors" | "games" | "services" | "stream" | "machine";

type MetricId =
	| "tabs"
	| "requests"
	| "requestP50"
	| "requestP99"
	| "failed"
	| "shed"
	| "liveCrash"
	| "liveBets"
	| "soloGames"
	| "bets"
	| "staked"
	| "entries"
	| "signIns"
	| "signInsFailed"
	| "outbox"
	| "outboxFailed"
	| "backup"
	| "backupCopy"
	| "stream"
	| "streamTitle"
	| "streamCategory"
	| "streamSince"
	| "streamViewers"
	| "twitch"
	| "twitchHeard"
	| "kick"
	| "kickHeard"
	| "eventsDue"
	| "eventsWaiting"
	| "eventsHeld"
	| "eventsFailed"
	| "uptime"
	| "lag"
	| "memory"
	| "heapLimit"
	| "database"
	| "diskFree"
	| "version";

export type Word =
	| "off"
	| "noneYet"
	| "live"
	| "offline"
	| "connected"
	| "earnsNothing"
	| "earnsLess"
	| "notConnected"
	| `faults.${NonNullable<WatchedPlatform["fault"]>}`
	| "phases.off"
	| "phases.resting"
	| "phases.waiting"
	| "phases.flying"
	| "phases.crashed";

export interface Metric {
	id: MetricId;
	/** Formatted; null if there is no value. */
	value: string | null;
	/** Key of a message that is shown instead of a value. */
	word?: Word;
}

export interface MetricGroup {
	id: GroupId;
	metrics: Metric[];
}

export interface EventLine {
	event: string;
	level: string;
	/** Formatted. */
	count: string;
	/** Formatted time of the last occurrence. */
	lastAt: string;
	requestId: string | null;
}

/** A process in the table of processes. */
export interface NodeLine {
	id: string;
	host: string;
	/** Whether this process has rendered the page. */
	isThis: boolean;
	/** The epoch in which the process leads; null if it does not lead. */
	epoch: number | null;
	startedAt: string;
	silent: string;
	clock: string;
}

/** The page's data, with formatted numbers and times. */
export interface OperationsView {
	state: "well" | "warning" | "bad";
	problems: Problem[];
	groups: MetricGroup[];
	events: EventLine[];
	nodes: NodeLine[];
	/** Formatted time of the measurement. */
	at: string;
}
