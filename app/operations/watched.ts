import type { Node } from "db/engine";

type LivePhase = "resting" | "waiting" | "flying" | "crashed";

/** A platform whose channel may be connected. */
export interface WatchedPlatform {
	id: "twitch" | "kick";
	isConnected: boolean;
	/** Why its last request failed; `unauthorised`: it no longer accepts the connection. */
	fault: "unauthorised" | "refused" | "unreachable" | "busy" | undefined;
	/** Whether none of its subscriptions is active; undefined if all are. */
	trouble: { isTotal: boolean } | undefined;
	/** When a message was last received. */
	heardAt: Date | undefined;
}

/** Events of the platforms: to be handled, held until they are certain, waiting for a first sign-in, given up. */
export type EventCounts = Record<"due" | "held" | "waiting" | "failed", number>;

/** Sources of the metrics and of the values on the operations page. */
export interface Watched {
	streams(): { open: number; onTopics: Record<string, number>; cuts: number; rejected: number };
	liveCrash(): { isActive: boolean; isWell: boolean; phase: LivePhase; bets: number; flown: number };
	soloCrash(): { games: number; flying: number; stuck: number; flown: number };
	outbox(): Promise<{ pending: number; failed: number; oldestAt: string | undefined }>;
	providerKnown(): boolean;
	/** Whether the last claim with roles could be read. */
	rolesReadable(): boolean;
	/** Requests that wait in a queue. */
	waiting(): number;
	/** Counts since the start: pages from the cache, rendered, and from the render of another request; `pages` in the cache now. */
	pageCache(): { hits: number; misses: number; shared: number; pages: number };
	/** The fault while the database cannot be written; null while it can. */
	readOnly(): string | null;
	/** The interval, and the time of the last backup in ms of the wall clock; undefined while backups are off. */
	backups(): { everyMs: number; lastAt: number | null } | undefined;
	/** The same of their copies elsewhere, and why the last attempt failed; undefined if this process makes none. */
	backupCopies(): { everyMs: number; lastAt: number | null; fault: string | undefined } | undefined;
	platforms(): WatchedPlatform[];
	/** The running stream; `live` if it has no details, undefined while it is off. */
	stream(): { since: string; title: string; category: string; viewers: number } | "live" | undefined;
	platformEvents(): Promise<EventCounts>;
	/** The points that solo Crash has given players in the last week; 0 if it took more, and with the even draw. */
	pointsGrown(): Promise<number>;
	/** The processes that serve the site; empty for a site with a SQLite file. */
	nodes(): Promise<Node[]>;
	/** Whether this process leads: it runs the games. */
	leads(): boolean;
	/** What this process refunded when it began to run the games. */
	refunded(): { rounds: number; bets: number };
}
