import type { Minute } from "~/operations/last-minute";
import type { SiteState } from "~/operations/site-state";

export const MEBIBYTE = 1024 * 1024;
export const HOUR_MS = 60 * 60_000;

export const quietMinute: Minute = {
	...{ requests: 100, failed: 0, shed: 0, entries: 0, bets: 0, staked: 0 },
	...{ requestP50: 0.01, requestP99: 0.05 },
};

/** The state of a site on which all is well, with changes. */
export const stateWith = (changes: Partial<SiteState> = {}): SiteState => ({
	databaseAnswers: true,
	readOnly: null,
	liveCrash: { isActive: false, isWell: true, phase: "resting", bets: 0, flown: 0 },
	soloCrash: { games: 0, flying: 0, stuck: 0, flown: 0 },
	beaconUnread: false,
	providerKnown: true,
	rolesReadable: true,
	outbox: { pending: 0, failed: 0, oldestMs: null },
	platformEvents: { due: 0, held: 0, waiting: 0, failed: 0 },
	pointsGrown: 0,
	platforms: [],
	backup: { ageMs: HOUR_MS, everyMs: 24 * HOUR_MS },
	backupCopies: { ageMs: HOUR_MS, everyMs: 24 * HOUR_MS, hasFailed: false },
	minute: quietMinute,
	lagP99: 0.003,
	disk: { freeBytes: 20_000 * MEBIBYTE, totalBytes: 40_000 * MEBIBYTE },
	host: {
		...{ databaseBytes: 0, walBytes: 4 * MEBIBYTE, residentBytes: 0 },
		heap: { usedBytes: 80 * MEBIBYTE, limitBytes: 2000 * MEBIBYTE },
		files: { open: 60, most: 1024 },
	},
	recentErrors: 0,
	streams: { open: 0, onTopics: {}, cuts: 0, rejected: 0 },
	stream: undefined,
	nodes: [],
	leads: true,
	waiting: 0,
	pageCache: { hits: 0, misses: 0, shared: 0 },
	...changes,
});
