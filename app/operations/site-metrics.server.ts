/** Metrics of the process and of the features. Their values are read at each scrape. */
import { collectDefaultMetrics } from "prom-client";
import type { EventTally, Tallied } from "~/observability/event-tally.server";
import type { Metrics, Sample } from "~/observability/metrics.server";
import type { ReasonStatistics } from "~/points/ledger/ledger-statistics.server";
import type { Host } from "./host.server";
import type { Watched } from "./watched";

interface Tools {
	metrics: Metrics;
	events: EventTally;
	watched: Watched;
	ledger: { read(): Promise<ReasonStatistics[]> };
	readHost(): Promise<Host>;
	version: string;
	readOutbox(): Promise<{ pending: number; failed: number; oldestMs: number | null }>;
}

const STAKE = /-stake$/;
const PAYOUT = /-payout$/;

/** Registers all site metrics, including prom-client's default metrics of the process. */
export function registerSiteMetrics(tools: Tools): void {
	collectDefaultMetrics({ register: tools.metrics.registry });
	registerProcess(tools);
	registerStreamsAndGames(tools);
	registerLedger(tools);
	registerServices(tools);
}

function registerProcess({ metrics, readHost, version, events }: Tools) {
	const { readGauge, readCounter } = metrics;
	const read = shared(readHost);
	const host = (pick: (host: Host) => number | undefined) => async () => pick(await read());
	const build = { version, node: process.version };
	readGauge(
		"plateia_build_info",
		"Always 1; the labels say what runs.",
		() => [{ labels: build, value: 1 }],
		["version", "node"],
	);
	readGauge(
		"plateia_heap_used_bytes",
		"JavaScript heap in use.",
		host(({ heap }) => heap.usedBytes),
	);
	readGauge(
		"plateia_heap_limit_bytes",
		"Limit of the heap.",
		host(({ heap }) => heap.limitBytes),
	);
	readGauge(
		"plateia_database_bytes",
		"Size of the database.",
		host((one) => one.databaseBytes),
	);
	readGauge(
		"plateia_database_wal_bytes",
		"Size of SQLite's write-ahead log.",
		host((one) => one.walBytes),
	);
	readGauge(
		"plateia_disk_free_bytes",
		"Free space of the database's disk.",
		host(({ disk }) => disk?.freeBytes),
	);
	readGauge(
		"plateia_disk_bytes",
		"Size of the database's disk.",
		host(({ disk }) => disk?.totalBytes),
	);

	const logged = (value: (one: Tallied) => number) => () =>
		events
			.all()
			// Requests have separate metrics, except for slow ones, which are logged at warn.
			.filter(({ event, level }) => event !== "request" || level === "warn")
			.map((one) => ({ labels: { event: one.event, level: one.level }, value: value(one) }));
	const labels = ["event", "level"];
	readCounter(
		"plateia_log_events_total",
		"Log events by name.",
		logged(({ count }) => count),
		labels,
	);
	// A new series starts at 1 without an increase, so an alert on the first event of a kind needs the timestamp.
	readGauge(
		"plateia_log_event_last_timestamp_seconds",
		"When the last of them was.",
		logged(({ lastAt }) => lastAt / 1000),
		labels,
	);
}

function registerStreamsAndGames({ metrics: { readGauge, readCounter }, watched }: Tools) {
	const { streams, liveCrash, soloCrash } = watched;
	readGauge("plateia_streams_open", "Tabs that hold an event stream.", () => streams().open);
	readGauge(
		"plateia_streams",
		"Subscriptions of streams by topic; one stream may have several.",
		() => Object.entries(streams().onTopics).map(([topic, value]) => ({ labels: { topic }, value })),
		["topic"],
	);
	readCounter(
		"plateia_streams_cut_total",
		"Streams closed because their reader was behind.",
		() => streams().cuts,
	);
	readCounter(
		"plateia_streams_rejected_total",
		"Streams rejected: too many, or the site was stopping.",
		() => streams().rejected,
	);
	readGauge(
		"plateia_crash_games",
		"Crash games in use, by game and state.",
		() => {
			const [live, solo] = [liveCrash(), soloCrash()];
			return [
				...byState("live", live.phase === "resting" ? 0 : 1, live.phase === "flying" ? 1 : 0),
				...byState("solo", solo.games, solo.flying),
			];
		},
		["game", "state"],
	);
	readCounter(
		"plateia_crash_rounds_total",
		"Rounds flown, demos included.",
		() => byGame(liveCrash().flown, soloCrash().flown),
		["game"],
	);
	readGauge(
		"plateia_crash_stuck",
		"Games whose rounds cannot be stored.",
		() => byGame(liveCrash().isWell ? 0 : 1, soloCrash().stuck),
		["game"],
	);
	readGauge("plateia_leads", "1 if this process leads: it runs the games.", () => Number(watched.leads()));
	readGauge("plateia_live_crash_bets", "Bets in the live round.", () => liveCrash().bets);
	readGauge(
		"plateia_refunded_at_start_bets",
		"Open bets refunded at this start.",
		() => watched.refunded().bets,
	);
}

const byGame = (live: number, solo: number): Sample[] => [
	{ labels: { game: "live" }, value: live },
	{ labels: { game: "solo" }, value: solo },
];

const byState = (game: string, games: number, flying: number): Sample[] => [
	{ labels: { game, state: "flying" }, value: flying },
	{ labels: { game, state: "waiting" }, value: games - flying },
];

function registerLedger({ metrics: { readCounter }, ledger }: Tools) {
	const samples = (pick: (total: ReasonStatistics) => Sample | undefined) => async () =>
		(await ledger.read()).flatMap((total) => pick(total) ?? []);
	const ofGame = (ending: RegExp, value: (total: ReasonStatistics) => number) =>
		samples((total) => {
			if (!ending.test(total.reason)) return undefined;
			return { labels: { game: total.reason.replace(ending, "") }, value: value(total) };
		});
	readCounter(
		"plateia_ledger_entries_total",
		"Ledger entries since the start, by reason.",
		samples(({ reason, entries }) => ({ labels: { reason }, value: entries })),
		["reason"],
	);
	const add = (name: string, help: string, read: ReturnType<typeof ofGame>) =>
		readCounter(name, help, read, ["game"]);
	add(
		"plateia_bets_total",
		"Stakes; a Plinko round of several balls is one.",
		ofGame(STAKE, ({ entries }) => entries),
	);
	add(
		"plateia_staked_points_total",
		"Points staked.",
		ofGame(STAKE, ({ debited }) => debited),
	);
	add(
		"plateia_paid_points_total",
		"Points paid out.",
		ofGame(PAYOUT, ({ credited }) => credited),
	);
}

function registerServices({ metrics: { readGauge, readCounter }, watched, events, ...tools }: Tools) {
	const readOutbox = shared(tools.readOutbox);
	readCounter(
		"plateia_sign_ins_total",
		"Sign-ins by result.",
		() => [
			{ labels: { result: "returned" }, value: events.count("signed-in") },
			{ labels: { result: "registered" }, value: events.count("profile-registered") },
			{ labels: { result: "failed" }, value: events.count("sign-in-failed") },
		],
		["result"],
	);
	readGauge("plateia_provider_known", "1 once the sign-in provider has answered.", () =>
		watched.providerKnown() ? 1 : 0,
	);
	readGauge(
		"plateia_outbox_messages",
		"Messages for the redeem bot, by state.",
		async () => {
			const { pending, failed } = await readOutbox();
			return [
				{ labels: { state: "pending" }, value: pending },
				{ labels: { state: "failed" }, value: failed },
			];
		},
		["state"],
	);
	readGauge("plateia_outbox_oldest_seconds", "Age of the oldest pending message.", async () => {
		const { oldestMs } = await readOutbox();
		return (oldestMs ?? 0) / 1000;
	});
	readGauge("plateia_http_requests_waiting", "Requests that wait in a queue.", () => watched.waiting());
	readCounter(
		"plateia_page_cache_total",
		"Visitors' pages by source.",
		() => {
			const { hits, misses, shared: joined } = watched.pageCache();
			return [
				{ labels: { from: "memory" }, value: hits },
				{ labels: { from: "render" }, value: misses },
				{ labels: { from: "shared-render" }, value: joined },
			];
		},
		["from"],
	);
	readGauge("plateia_page_cache_pages", "Pages in memory.", () => watched.pageCache().pages);
	readGauge("plateia_read_only", "1 while the database takes no writes.", () =>
		watched.readOnly() === null ? 0 : 1,
	);
	readGauge("plateia_backup_last_timestamp_seconds", "Time of the last backup; absent without one.", () => {
		const lastAt = watched.backups()?.lastAt ?? null;
		return lastAt === null ? null : lastAt / 1000;
	});
	readGauge("plateia_backup_every_seconds", "Backup interval; absent while backups are off.", () => {
		const backups = watched.backups();
		return backups && backups.everyMs / 1000;
	});
}

/** Concurrent readers share one call of `read`: several metrics come from one result. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
	let reading: Promise<Value> | undefined;
	return () => {
		reading ??= read().finally(() => {
			reading = undefined;
		});
		return reading;
	};
}
