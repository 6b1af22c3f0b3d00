import { formatDecimals, formatMoment, formatNumber } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Messages } from "~/i18n/messages";
import type { Site } from "~/lib/site";
import { findProblems } from "./site-checks";
import type { SiteState, WatchedPlatform } from "./site-state";

const KILO = 1000;
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const AGE_UNITS = [
	["day", 24 * 60 * 60_000],
	["hour", 60 * 60_000],
	["minute", 60_000],
	["second", 1000],
] as const;
const MAX_EVENTS = 20;

type Texts = Messages["operations"];
/** A word that stands for a value. */
type Word = { word: keyof Texts["words"] };
/** A formatted value or a word; null if there is none. */
type Shown = string | Word | null;
type Group = Partial<Record<keyof Texts["figures"], Shown>>;

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
export function viewOperations(
	state: SiteState,
	{ events, startedAt, version }: Pick<Site["operations"], "events" | "startedAt" | "version">,
	options: Options,
) {
	const { language, timeZone, now, nodeId } = options;
	const problems = findProblems(state);
	const moment = (at: Date) => formatMoment(at, language, timeZone);
	const { unit, number, seconds, bytes, age } = formatsOf(language);
	// Adding 0 turns -0 into 0.
	const roughSeconds = (ms: number) => unit(Math.round(ms / 100) / 10 + 0, "second", 1);
	const { minute, streams, liveCrash, soloCrash, outbox, backup, backupCopies, platformEvents, host } = state;
	const made = (one: { ageMs: number | null } | null): Shown =>
		one === null ? { word: "off" } : (age(one.ageMs) ?? { word: "noneYet" });
	const groups: Record<keyof Texts["groups"], Group> = {
		visitors: {
			tabs: number(streams.open),
			requests: number(minute?.requests),
			requestP50: seconds(minute?.requestP50),
			requestP99: seconds(minute?.requestP99),
			failed: number(minute?.failed),
			shed: number(minute?.shed),
		},
		games: {
			liveCrash: { word: liveCrash.isActive ? liveCrash.phase : "off" },
			liveBets: number(liveCrash.bets),
			soloGames: number(soloCrash.games),
			bets: number(minute?.bets),
			staked: number(minute?.staked),
			entries: number(minute?.entries),
		},
		services: {
			signIns: number(events.count("signed-in") + events.count("profile-registered")),
			signInsFailed: number(events.count("sign-in-failed")),
			outbox: options.botIsOn ? number(outbox?.pending) : { word: "off" },
			outboxFailed: number(outbox?.failed),
			backup: made(backup),
			backupCopy: made(backupCopies),
		},
		stream: {
			...streamFigures(state, moment, number),
			...Object.assign(
				{},
				...state.platforms.map(({ id, heardAt, ...platform }) => ({
					[id]: { word: platformWord(platform) },
					...(platform.isConnected && {
						[`${id}Heard`]: age(heardAt ? now.getTime() - heardAt.getTime() : null),
					}),
				})),
			),
			eventsDue: number(platformEvents?.due),
			eventsHeld: number(platformEvents?.held),
			eventsWaiting: number(platformEvents?.waiting),
			eventsFailed: number(platformEvents?.failed),
		},
		machine: {
			uptime: age(now.getTime() - startedAt),
			lag: seconds(state.lagP99),
			memory: bytes(host.residentBytes),
			heapLimit: bytes(host.heap.limitBytes),
			database: bytes(host.databaseBytes),
			diskFree: state.disk && bytes(state.disk.freeBytes),
			version,
		},
	};
	return {
		problems,
		groups: Object.entries(groups).map(([id, figures]) => ({
			id: id as keyof Texts["groups"],
			figures: Object.entries(figures) as [keyof Texts["figures"], Shown][],
		})),
		/** The last kinds of warnings and errors in the log since the start, the latest first. */
		events: events
			.all()
			.filter(({ level }) => level === "warn" || level === "error")
			.sort((one, other) => other.lastAt - one.lastAt)
			.slice(0, MAX_EVENTS)
			.map(({ event, level, count, lastAt, requestId = null }) => ({
				...{ event, requestId, isError: level === "error" },
				count: number(count),
				lastAt: moment(new Date(lastAt)),
			})),
		nodes: (state.nodes ?? []).map(({ id, host, startedAt, silentMs, clockAheadMs, epoch = null }) => ({
			...{ id, host, isThis: id === nodeId, epoch, startedAt: moment(startedAt) },
			silent: roughSeconds(Math.max(0, silentMs)),
			clock: roughSeconds(clockAheadMs),
		})),
		/** The time of the measurement. */
		at: moment(now),
	};
}

export type OperationsView = ReturnType<typeof viewOperations>;

function formatsOf(language: Language) {
	const unit = (value: number, name: string, digits = 0) =>
		formatNumber(value, language, { style: "unit", unit: name, maximumFractionDigits: digits });
	return {
		unit,
		number: (value: number | undefined) =>
			value === undefined ? null : formatDecimals(value, language, 0, 0),
		seconds(value: number | null | undefined) {
			if (value === null || value === undefined) return null;
			return value < 1 ? unit(value * KILO, "millisecond") : unit(value, "second", 1);
		},
		bytes(value: number) {
			const power = Math.min(
				Math.floor(Math.log(Math.max(1, value)) / Math.log(KILO)),
				BYTE_UNITS.length - 1,
			);
			return unit(value / KILO ** power, BYTE_UNITS[power] ?? "byte", power > 2 ? 1 : 0);
		},
		age(ms: number | null) {
			if (ms === null) return null;
			const [name, size] = AGE_UNITS.find(([, least]) => ms >= least) ?? ["second", KILO];
			const value = Math.floor(Math.max(0, ms) / size);
			return formatNumber(value, language, { style: "unit", unit: name, unitDisplay: "long" });
		},
	};
}

/** The state of the stream. Its title and category are texts of the platform. */
function streamFigures(
	{ stream }: SiteState,
	moment: (at: Date) => string,
	number: (value: number) => Shown,
): Group {
	const state: Group = { stream: { word: stream ? "live" : "offline" } };
	if (!stream || stream === "live") return state;
	return {
		...state,
		streamTitle: stream.title || null,
		streamCategory: stream.category || null,
		streamSince: moment(new Date(stream.since)),
		streamViewers: number(stream.viewers),
	};
}

function platformWord({
	isConnected,
	fault,
	trouble,
}: Omit<WatchedPlatform, "id" | "heardAt">): Word["word"] {
	if (!isConnected) return "notConnected";
	if (trouble) return trouble.isTotal ? "earnsNothing" : "earnsLess";
	return fault ?? "connected";
}
