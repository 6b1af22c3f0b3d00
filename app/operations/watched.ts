type LivePhase = "resting" | "waiting" | "flying" | "crashed";

/** Sources of the figures on the operations page and of the metrics. */
export interface Watched {
	streams(): { open: number; onTopics: Record<string, number>; cuts: number; rejected: number };
	liveCrash(): { isActive: boolean; isWell: boolean; phase: LivePhase; bets: number; flown: number };
	soloCrash(): { games: number; flying: number; stuck: number; flown: number };
	outbox(): Promise<{ pending: number; failed: number; oldestAt: string | undefined }>;
	providerKnown(): boolean;
	/** Requests that wait at the gate until others are answered. */
	waiting(): number;
	/** Visitors' pages that were answered from memory, made anew and given to several who asked at once. */
	pageCache(): { hits: number; misses: number; shared: number; pages: number };
	/** Why the database takes no writes; null while it does. */
	readOnly(): string | null;
	/** When the last backup was made, in ms of the wall clock; undefined while backups are off. */
	backups(): { everyMs: number; lastAt: number | null } | undefined;
	/** What the start has refunded. */
	refunded: { rounds: number; bets: number };
}
