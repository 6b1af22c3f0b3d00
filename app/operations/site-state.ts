import type { Node } from "db/engine";
import type { Minute } from "./last-minute";

export interface Disk {
	/** What users other than root may write. */
	freeBytes: number;
	totalBytes: number;
}

/** Measurements of the process and its files. */
export interface Host {
	databaseBytes: number;
	/** The write-ahead log beside a database file; 0 if there is none. */
	walBytes: number;
	/** Open files and their limit, which may be Infinity; null where the operating system does not tell. */
	files: { open: number; most: number } | null;
	heap: { usedBytes: number; limitBytes: number };
	residentBytes: number;
}

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

/** Something that is made regularly; the age is null before the first. */
interface Made {
	everyMs: number;
	ageMs: number | null;
}

/** The state of the site at one moment. Checks, metrics, `/healthz` and the operations page read it. */
export interface SiteState {
	/** Whether the database can be read. While it cannot, what it holds is undefined. */
	databaseAnswers: boolean;
	/** The fault while the database cannot be written; else null. */
	readOnly: string | null;
	liveCrash: {
		isActive: boolean;
		/** Whether it can store its rounds. */
		isWell: boolean;
		phase: "resting" | "waiting" | "flying" | "crashed";
		bets: number;
		flown: number;
	};
	/** `stuck`: games that cannot store their rounds. */
	soloCrash: { games: number; flying: number; stuck: number; flown: number };
	/** Whether something waits for a round of the beacon that no relay has. */
	beaconUnread: boolean;
	/** Whether discovery of the sign-in provider has succeeded since the start. */
	providerKnown: boolean;
	/** Whether the roles of the last sign-in could be read. */
	rolesReadable: boolean;
	/** Messages for the redeem bot. */
	outbox?: { pending: number; failed: number; oldestMs: number | null } | undefined;
	/** Events of the platforms: to be handled, held until they are certain, waiting for a first sign-in, given up. */
	platformEvents?: Record<"due" | "held" | "waiting" | "failed", number> | undefined;
	/** The points that solo Crash has given players in the last week; 0 if it took more, and with the even draw. */
	pointsGrown?: number | undefined;
	platforms: WatchedPlatform[];
	/** Null while backups are off. */
	backup: Made | null;
	/** Null if this process makes none; the age is null before its first. */
	backupCopies: (Made & { hasFailed: boolean }) | null;
	/** Null before the second reading, and while the database does not answer. */
	minute: Minute | null;
	/** Delay of the event loop's timers in seconds. */
	lagP99: number;
	/** The disk of the site's files; null where it cannot be measured. */
	disk: Disk | null;
	host: Host;
	/** Number of kinds of errors that were logged in the last 15 minutes. */
	recentErrors: number;
	streams: { open: number; onTopics: Record<string, number>; cuts: number; rejected: number };
	/** The running stream; `live` if it has no details, undefined while it is off. */
	stream: { since: string; title: string; category: string; viewers: number } | "live" | undefined;
	/** The processes that serve the site; empty for a site with a SQLite file. */
	nodes?: Node[] | undefined;
	/** Whether this process leads: it runs the games. */
	leads: boolean;
	/** Requests that wait in a queue. */
	waiting: number;
	/** Counts since the start: pages from the cache, rendered, and from the render of another request. */
	pageCache: { hits: number; misses: number; shared: number };
}
