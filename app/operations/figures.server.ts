/** The figures of the house for Prometheus, each looked up when it is asked for. */
import type { EventTally } from "~/platform/event-tally.server";
import type { Metrics, Sample } from "~/platform/metrics.server";
import type { LedgerFigure } from "~/points/ledger-figures.server";
import { type Host, readHost } from "./host.server";
import type { Watched } from "./operations.server";

interface Tools {
	metrics: Metrics;
	events: EventTally;
	watched: Watched;
	ledger: { read(): Promise<LedgerFigure[]> };
	databaseFile: string;
	startedAt: number;
	version: string;
	readOutbox(): Promise<{ pending: number; failed: number; oldestMs: number | null }>;
}

const STAKE = /-stake$/;
const PAYOUT = /-payout$/;

export function addFigures(tools: Tools): void {
	addProcess(tools);
	addStreamsAndGames(tools);
	addLedger(tools);
	addServices(tools);
}

function addProcess({ metrics, databaseFile, startedAt, version, events }: Tools) {
	const look = shareAsked(() => readHost(databaseFile));
	const host = (read: (host: Host) => number | null | undefined) => async () => {
		const value = read(await look());
		return value === null || value === undefined || !Number.isFinite(value) ? [] : [{ value }];
	};
	metrics.read("gauge", "plateia_build_info", "Always 1; says what runs.", () => [
		{ labels: { version, node: process.version }, value: 1 },
	]);
	metrics.read("gauge", "process_start_time_seconds", "When the process started.", () => startedAt / 1000);
	metrics.read("counter", "process_cpu_seconds_total", "Processor time.", () => {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1e6;
	});
	metrics.read("gauge", "process_resident_memory_bytes", "Memory that the process holds.", () =>
		process.memoryUsage.rss(),
	);
	metrics.read(
		"gauge",
		"process_open_fds",
		"Open files and sockets.",
		host(({ files }) => files?.open),
	);
	metrics.read(
		"gauge",
		"process_max_fds",
		"How many it may open.",
		host(({ files }) => files?.most),
	);
	metrics.read(
		"gauge",
		"plateia_heap_used_bytes",
		"JavaScript objects.",
		host(({ heap }) => heap.usedBytes),
	);
	metrics.read(
		"gauge",
		"plateia_heap_limit_bytes",
		"What they may grow to.",
		host(({ heap }) => heap.limitBytes),
	);
	metrics.read(
		"gauge",
		"plateia_database_bytes",
		"The database's file.",
		host((one) => one.databaseBytes),
	);
	metrics.read(
		"gauge",
		"plateia_database_wal_bytes",
		"Its write-ahead log.",
		host((one) => one.walBytes),
	);
	metrics.read(
		"gauge",
		"plateia_disk_free_bytes",
		"Room on its disk.",
		host(({ disk }) => disk?.freeBytes),
	);
	metrics.read(
		"gauge",
		"plateia_disk_bytes",
		"The size of its disk.",
		host(({ disk }) => disk?.totalBytes),
	);
	metrics.read("counter", "plateia_log_events_total", "Events that the log was told of, by name.", () =>
		// Requests have figures of their own.
		events
			.all()
			.flatMap(({ event, level, count }) =>
				event === "request" ? [] : [{ labels: { event, level }, value: count }],
			),
	);
	// A series that begins at 1 has no increase: the first of its kind is known by its time alone.
	metrics.read("gauge", "plateia_log_event_last_timestamp_seconds", "When the last of them was.", () =>
		events
			.all()
			.flatMap(({ event, level, lastAt }) =>
				event === "request" ? [] : [{ labels: { event, level }, value: lastAt / 1000 }],
			),
	);
}

function addStreamsAndGames({ metrics, watched }: Tools) {
	metrics.read(
		"gauge",
		"plateia_streams_open",
		"Tabs that hold an event stream.",
		() => watched.streams().open,
	);
	metrics.read("gauge", "plateia_streams", "Streams that listen to a topic; one may listen to several.", () =>
		Object.entries(watched.streams().onTopics).map(([topic, value]) => ({ labels: { topic }, value })),
	);
	metrics.read(
		"counter",
		"plateia_streams_cut_total",
		"Streams ended because their reader was behind.",
		() => watched.streams().cuts,
	);
	metrics.read(
		"counter",
		"plateia_streams_turned_away_total",
		"Streams refused: too many, or the site was stopping.",
		() => watched.streams().turnedAway,
	);
	metrics.read("gauge", "plateia_crash_tables", "Crash tables in use, by game; those that fly too.", () => {
		const live = watched.liveCrash();
		const solo = watched.soloCrash();
		return [
			...byState("live", live.phase === "resting" ? 0 : 1, live.phase === "flying" ? 1 : 0),
			...byState("solo", solo.tables, solo.flying),
		];
	});
	metrics.read("counter", "plateia_crash_rounds_total", "Rounds that have flown, demos too.", () => [
		{ labels: { game: "live" }, value: watched.liveCrash().flown },
		{ labels: { game: "solo" }, value: watched.soloCrash().flown },
	]);
	metrics.read("gauge", "plateia_crash_stuck", "Tables whose rounds cannot be stored.", () => [
		{ labels: { game: "live" }, value: watched.liveCrash().isWell ? 0 : 1 },
		{ labels: { game: "solo" }, value: watched.soloCrash().stuck },
	]);
	metrics.read("gauge", "plateia_live_crash_bets", "Bets in the live round.", () => watched.liveCrash().bets);
	metrics.read(
		"gauge",
		"plateia_refunded_at_start_bets",
		"Open bets that this start has refunded.",
		() => watched.refunded.bets,
	);
}

const byState = (game: string, tables: number, flying: number): Sample[] => [
	{ labels: { game, state: "flying" }, value: flying },
	{ labels: { game, state: "waiting" }, value: tables - flying },
];

function addLedger({ metrics, ledger }: Tools) {
	const figures = (pick: (figure: LedgerFigure) => Sample | undefined) => async () =>
		(await ledger.read()).flatMap((figure) => pick(figure) ?? []);
	const ofGame = (ending: RegExp, value: (figure: LedgerFigure) => number) =>
		figures((figure) => {
			if (!ending.test(figure.reason)) return undefined;
			return { labels: { game: figure.reason.replace(ending, "") }, value: value(figure) };
		});
	metrics.read(
		"counter",
		"plateia_ledger_entries_total",
		"Entries of the ledger since the start, by reason.",
		figures(({ reason, entries }) => ({ labels: { reason }, value: entries })),
	);
	metrics.read(
		"counter",
		"plateia_bets_total",
		"Stakes taken; a Plinko round of several balls is one.",
		ofGame(STAKE, ({ entries }) => entries),
	);
	metrics.read(
		"counter",
		"plateia_staked_points_total",
		"Points staked.",
		ofGame(STAKE, ({ debited }) => debited),
	);
	metrics.read(
		"counter",
		"plateia_paid_points_total",
		"Points paid out.",
		ofGame(PAYOUT, ({ credited }) => credited),
	);
}

function addServices({ metrics, watched, events, ...tools }: Tools) {
	const readOutbox = shareAsked(tools.readOutbox);
	metrics.read("counter", "plateia_sign_ins_total", "Sign-ins by how they ended.", () => [
		{ labels: { result: "returned" }, value: events.count("signed-in") },
		{ labels: { result: "registered" }, value: events.count("profile-registered") },
		{ labels: { result: "failed" }, value: events.count("sign-in-failed") },
	]);
	metrics.read("gauge", "plateia_provider_known", "1 once the sign-in provider has answered.", () =>
		watched.providerKnown() ? 1 : 0,
	);
	metrics.read("gauge", "plateia_outbox_messages", "Messages for the redeem bot, by state.", async () => {
		const { pending, failed } = await readOutbox();
		return [
			{ labels: { state: "pending" }, value: pending },
			{ labels: { state: "failed" }, value: failed },
		];
	});
	metrics.read("gauge", "plateia_outbox_oldest_seconds", "Age of the oldest that waits.", async () => {
		const { oldestMs } = await readOutbox();
		return (oldestMs ?? 0) / 1000;
	});
	metrics.read(
		"gauge",
		"plateia_http_requests_waiting",
		"Requests that wait at the gate until others are answered.",
		() => watched.waiting?.() ?? 0,
	);
	metrics.read("counter", "plateia_page_cache_total", "Visitors' pages by where they came from.", () => {
		const { hits, misses, shared } = watched.pageCache?.() ?? { hits: 0, misses: 0, shared: 0 };
		return [
			{ labels: { from: "memory" }, value: hits },
			{ labels: { from: "made" }, value: misses },
			{ labels: { from: "another's" }, value: shared },
		];
	});
	metrics.read(
		"gauge",
		"plateia_page_cache_pages",
		"Pages in memory.",
		() => watched.pageCache?.()?.pages ?? 0,
	);
	metrics.read("gauge", "plateia_read_only", "1 while the database takes no writes.", () =>
		watched.readOnly() === null ? 0 : 1,
	);
	metrics.read(
		"gauge",
		"plateia_backup_last_timestamp_seconds",
		"When the last backup was made; absent without one.",
		() => {
			const lastAt = watched.backups()?.lastAt ?? null;
			return lastAt === null ? [] : [{ value: lastAt / 1000 }];
		},
	);
	metrics.read(
		"gauge",
		"plateia_backup_every_seconds",
		"How often one is to be made; absent while backups are off.",
		() => {
			const backups = watched.backups();
			return backups ? [{ value: backups.everyMs / 1000 }] : [];
		},
	);
}

/** Several figures come from one look: those who ask at the same time share it. */
function shareAsked<Value>(look: () => Promise<Value>): () => Promise<Value> {
	let looking: Promise<Value> | undefined;
	return () => {
		looking ??= look().finally(() => {
			looking = undefined;
		});
		return looking;
	};
}
