/** Metrics of the process and of the features. Their values are read at each scrape. */
import { collectDefaultMetrics } from "prom-client";
import type { EventTally } from "~/observability/event-tally.server";
import type { Metrics, Reading } from "~/observability/metrics.server";
import type { ReasonStatistics } from "~/points/ledger/ledger-statistics.server";
import { findProblems, SITE_CHECKS, type SiteCheckName } from "./site-checks";
import type { SiteState } from "./site-state";

interface Scrape {
	state: SiteState;
	ledger: ReasonStatistics[];
	events: EventTally;
	version: string;
}
type Read = (scrape: Scrape) => Reading;
type Rows = Record<string, [help: string, read: Read, labels?: string[]]>;

/** Samples of several values, by the values of one label. */
const by = (label: string, values: Record<string, number>) =>
	Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

const STAKE = /-stake$/;
const PAYOUT = /-payout$/;
/** A sample per game from the entries whose reason ends in a stake or payout. */
const byGame =
	(ending: RegExp, value: (total: ReasonStatistics) => number): Read =>
	({ ledger }) =>
		ledger
			.filter(({ reason }) => ending.test(reason))
			.map((total) => ({ labels: { game: total.reason.replace(ending, "") }, value: value(total) }));

/** A sample per kind of log event. Requests have separate metrics, except for slow ones, which are logged at warn. */
const byEvent =
	(value: (one: ReturnType<EventTally["all"]>[number]) => number): Read =>
	({ events }) =>
		events
			.all()
			.filter(({ event, level }) => event !== "request" || level === "warn")
			.map((one) => ({ labels: { event: one.event, level: one.level }, value: value(one) }));

const GAUGES: Rows = {
	plateia_build_info: [
		"Always 1; the labels say what runs.",
		({ version }) => [{ labels: { version, node: process.version }, value: 1 }],
		["version", "node"],
	],
	plateia_problem: [
		"1 while the check finds a problem, as on the page /operations.",
		({ state }) => {
			const found = new Set(findProblems(state).map(({ name }) => name));
			return (Object.keys(SITE_CHECKS) as SiteCheckName[]).map((check) => ({
				labels: { check, severity: SITE_CHECKS[check].severity },
				value: Number(found.has(check)),
			}));
		},
		["check", "severity"],
	],
	plateia_heap_limit_bytes: ["Limit of the heap.", ({ state }) => state.host.heap.limitBytes],
	plateia_database_bytes: ["Size of the database.", ({ state }) => state.host.databaseBytes],
	plateia_database_wal_bytes: ["Size of SQLite's write-ahead log.", ({ state }) => state.host.walBytes],
	plateia_disk_free_bytes: ["Free space of the database's disk.", ({ state }) => state.disk?.freeBytes],
	plateia_streams_open: ["Tabs that hold an event stream.", ({ state }) => state.streams.open],
	plateia_leads: ["1 if this process leads: it runs the games.", ({ state }) => Number(state.leads)],
	plateia_live_crash_bets: ["Bets in the live round.", ({ state }) => state.liveCrash.bets],
	plateia_http_requests_waiting: ["Requests that wait in a queue.", ({ state }) => state.waiting],
	plateia_outbox_oldest_seconds: [
		"Age of the oldest message for the redeem bot.",
		({ state: { outbox } }) => outbox && (outbox.oldestMs ?? 0) / 1000,
	],
	plateia_backup_age_seconds: [
		"Age of the last backup; absent without one.",
		({ state: { backup } }) => (backup?.ageMs == null ? null : backup.ageMs / 1000),
	],
	// A new series starts at 1 without an increase, so an alert on the first event of a kind needs the timestamp.
	plateia_log_event_last_timestamp_seconds: [
		"When a log event last was.",
		byEvent(({ lastAt }) => lastAt / 1000),
		["event", "level"],
	],
	plateia_streams: [
		"Subscriptions of streams by topic; one stream may have several.",
		({ state }) => by("topic", state.streams.onTopics),
		["topic"],
	],
	plateia_crash_games: [
		"Crash games in use.",
		({ state }) =>
			by("game", { live: Number(state.liveCrash.phase !== "resting"), solo: state.soloCrash.games }),
		["game"],
	],
	plateia_outbox_messages: [
		"Messages for the redeem bot, by state.",
		({ state: { outbox } }) => outbox && by("state", { pending: outbox.pending, failed: outbox.failed }),
		["state"],
	],
};

const COUNTERS: Rows = {
	plateia_log_events_total: ["Log events by name.", byEvent(({ count }) => count), ["event", "level"]],
	plateia_streams_cut_total: [
		"Streams closed because their reader was behind.",
		({ state }) => state.streams.cuts,
	],
	plateia_streams_rejected_total: [
		"Streams rejected: too many, or the site was stopping.",
		({ state }) => state.streams.rejected,
	],
	plateia_crash_rounds_total: [
		"Rounds flown, demos included.",
		({ state }) => by("game", { live: state.liveCrash.flown, solo: state.soloCrash.flown }),
		["game"],
	],
	plateia_ledger_entries_total: [
		"Ledger entries since the start, by reason.",
		({ ledger }) => ledger.map(({ reason, entries }) => ({ labels: { reason }, value: entries })),
		["reason"],
	],
	plateia_bets_total: [
		"Stakes; a Plinko round of several balls is one.",
		byGame(STAKE, ({ entries }) => entries),
		["game"],
	],
	plateia_staked_points_total: ["Points staked.", byGame(STAKE, ({ debited }) => debited), ["game"]],
	plateia_paid_points_total: ["Points paid out.", byGame(PAYOUT, ({ credited }) => credited), ["game"]],
	plateia_sign_ins_total: [
		"Sign-ins by result.",
		({ events: { count } }) =>
			by("result", {
				returned: count("signed-in"),
				registered: count("profile-registered"),
				failed: count("sign-in-failed"),
			}),
		["result"],
	],
	plateia_page_cache_total: [
		"Visitors' pages by source.",
		({ state: { pageCache } }) =>
			by("from", { memory: pageCache.hits, render: pageCache.misses, "shared-render": pageCache.shared }),
		["from"],
	],
};

/** Registers all site metrics, including prom-client's default metrics of the process. One scrape reads the site once. */
export function registerSiteMetrics(metrics: Metrics, read: () => Promise<Scrape>): void {
	collectDefaultMetrics({ register: metrics.registry });
	let reading: Promise<Scrape> | undefined;
	const shared = () => {
		reading ??= read().finally(() => {
			reading = undefined;
		});
		return reading;
	};
	for (const [add, rows] of [
		[metrics.readGauge, GAUGES],
		[metrics.readCounter, COUNTERS],
	] as const)
		for (const [name, [help, value, labels]] of Object.entries(rows))
			add(name, help, async () => value(await shared()), labels);
}
