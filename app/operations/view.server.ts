import { formatDecimals, formatMoment, formatNumber } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Operations } from "./operations.server";
import type { EventLine, Metric, MetricGroup, NodeLine, OperationsView, Word } from "./view";
import type { WatchedPlatform } from "./watched";

const KILO = 1000;
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const AGE_UNITS = [
	["day", 24 * 60 * 60_000],
	["hour", 60 * 60_000],
	["minute", 60_000],
	["second", 1000],
] as const;

interface Options {
	language: Language;
	timeZone: string;
	now: Date;
	/** Whether a redeem bot is configured. */
	botIsOn: boolean;
	/** The id of this process. */
	nodeId: string;
}

/** Formats the state of the site for the page, in the viewer's language. */
export function viewOperations(state: Operations, options: Options): OperationsView {
	const { problems } = state;
	const isBad = problems.some(({ weight }) => weight === "bad");
	return {
		state: isBad ? "bad" : problems.length > 0 ? "warning" : "well",
		problems,
		groups: groupsOf(state, options),
		events: state.events.map(
			({ event, level, count, lastAt, requestId }): EventLine => ({
				event,
				level,
				count: formatDecimals(count, options.language),
				lastAt: formatMoment(new Date(lastAt), options.language, options.timeZone),
				requestId: requestId ?? null,
			}),
		),
		nodes: nodesOf(state, options),
		at: formatMoment(options.now, options.language, options.timeZone),
	};
}

function nodesOf({ nodes }: Operations, { language, timeZone, nodeId }: Options): NodeLine[] {
	// Adding 0 turns -0 into 0.
	const seconds = (ms: number) =>
		formatNumber(Math.round(ms / 100) / 10 + 0, language, { style: "unit", unit: "second" });
	return nodes.map(({ id, host, startedAt, silentMs, clockAheadMs, epoch }) => ({
		...{ id, host, isThis: id === nodeId, epoch: epoch ?? null },
		startedAt: formatMoment(startedAt, language, timeZone),
		silent: seconds(Math.max(0, silentMs)),
		clock: seconds(clockAheadMs),
	}));
}

function groupsOf(state: Operations, { language, timeZone, now, botIsOn }: Options): MetricGroup[] {
	const {
		minute,
		streams,
		liveCrash,
		soloCrash,
		outbox,
		backup,
		backupCopies,
		host,
		signIns,
		platformEvents,
	} = state;
	const number = (value: number) => formatDecimals(value, language, 0, 0);
	const unit = (value: number, name: string, digits = 0) =>
		formatNumber(value, language, { style: "unit", unit: name, maximumFractionDigits: digits });
	const seconds = (value: number | null | undefined): Metric["value"] => {
		if (value === null || value === undefined) return null;
		return value < 1 ? unit(value * KILO, "millisecond") : unit(value, "second", 1);
	};
	const bytes = (value: number) => {
		const power = Math.min(Math.floor(Math.log(Math.max(1, value)) / Math.log(KILO)), BYTE_UNITS.length - 1);
		return unit(value / KILO ** power, BYTE_UNITS[power] ?? "byte", power > 2 ? 1 : 0);
	};
	const age = (ms: number | null) => {
		if (ms === null) return null;
		const [name, size] = AGE_UNITS.find(([, least]) => ms >= least) ?? ["second", KILO];
		const value = Math.floor(Math.max(0, ms) / size);
		return formatNumber(value, language, { style: "unit", unit: name, unitDisplay: "long" });
	};
	const counted = (value: number | undefined) => (value === undefined ? null : number(value));
	return [
		{
			id: "visitors",
			metrics: [
				{ id: "tabs", value: number(streams.open) },
				{ id: "requests", value: counted(minute?.requests) },
				{ id: "requestP50", value: seconds(minute?.requestP50) },
				{ id: "requestP99", value: seconds(minute?.requestP99) },
				{ id: "failed", value: counted(minute?.failed) },
				{ id: "shed", value: counted(minute?.shed) },
			],
		},
		{
			id: "games",
			metrics: [
				{
					id: "liveCrash",
					value: null,
					word: liveCrash.isActive ? `phases.${liveCrash.phase}` : "phases.off",
				},
				{ id: "liveBets", value: number(liveCrash.bets) },
				{ id: "soloGames", value: number(soloCrash.games) },
				{ id: "bets", value: counted(minute?.bets) },
				{ id: "staked", value: counted(minute?.staked) },
				{ id: "entries", value: counted(minute?.entries) },
			],
		},
		{
			id: "services",
			metrics: [
				{ id: "signIns", value: number(signIns.returned + signIns.registered) },
				{ id: "signInsFailed", value: number(signIns.failed) },
				{ id: "outbox", value: botIsOn ? number(outbox.pending) : null, ...(!botIsOn && { word: "off" }) },
				{ id: "outboxFailed", value: number(outbox.failed) },
				{
					id: "backup",
					value: age(backup?.ageMs ?? null),
					...wordOf(backup),
				},
				{ id: "backupCopy", value: age(backupCopies?.ageMs ?? null), ...wordOf(backupCopies) },
			],
		},
		{
			id: "stream",
			metrics: [
				...streamMetrics(state, { language, timeZone }),
				...state.platforms.flatMap(({ id, heardAt, ...platform }): Metric[] => [
					{ id, value: null, word: platformWord(platform) },
					...(platform.isConnected
						? [{ id: `${id}Heard` as const, value: age(heardAt ? now.getTime() - heardAt.getTime() : null) }]
						: []),
				]),
				{ id: "eventsDue", value: number(platformEvents.due) },
				{ id: "eventsHeld", value: number(platformEvents.held) },
				{ id: "eventsWaiting", value: number(platformEvents.waiting) },
				{ id: "eventsFailed", value: number(platformEvents.failed) },
			],
		},
		{
			id: "machine",
			metrics: [
				{ id: "uptime", value: age(now.getTime() - state.startedAt) },
				{ id: "lag", value: seconds(state.lagP99) },
				{ id: "memory", value: bytes(host.residentBytes) },
				{ id: "heapLimit", value: bytes(host.heap.limitBytes) },
				{ id: "database", value: bytes(host.databaseBytes) },
				{ id: "diskFree", value: host.disk && bytes(host.disk.freeBytes) },
				{ id: "version", value: state.version },
			],
		},
	];
}

/** What stands for the age of the last backup, or of its copy, where there is none. */
const wordOf = (made: { ageMs: number | null } | null): { word?: Word } =>
	made === null ? { word: "off" } : made.ageMs === null ? { word: "noneYet" } : {};

/** The state of the stream. Its title and category are texts of the platform. */
function streamMetrics(
	{ stream }: Operations,
	{ language, timeZone }: Pick<Options, "language" | "timeZone">,
): Metric[] {
	const state: Metric = { id: "stream", value: null, word: stream ? "live" : "offline" };
	if (!stream || stream === "live") return [state];
	return [
		state,
		{ id: "streamTitle", value: stream.title || null },
		{ id: "streamCategory", value: stream.category || null },
		{ id: "streamSince", value: formatMoment(new Date(stream.since), language, timeZone) },
		{ id: "streamViewers", value: formatDecimals(stream.viewers, language, 0, 0) },
	];
}

function platformWord({ isConnected, fault, trouble }: Omit<WatchedPlatform, "id" | "heardAt">): Word {
	if (!isConnected) return "notConnected";
	if (trouble) return trouble.isTotal ? "earnsNothing" : "earnsLess";
	return fault ? `faults.${fault}` : "connected";
}
