import type { ZodType, ZodTypeDef } from "zod";
import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { readOutsideJson } from "~/http/outside-json.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import type { HuntSlot, Statistics } from "../model/hunt";
import { createCachedReader, type Reading } from "./cached-reader.server";
import { type OnInvalid, slotsSchema, statisticsSchema } from "./outside.schema";

type Settings = Pick<Config, "BONUS_HUNT_STATS_URL" | "BONUS_HUNT_SLOTS_URL" | "BONUS_HUNT_USER">;

/** A bonus hunt of an external source. Reads return cached values and never reject; see {@link createCachedReader}. */
export interface OutsideHunt {
	readStatistics(): Promise<Reading<Statistics>>;
	readSlots(): Promise<Reading<HuntSlot[]>>;
	/** Aborts the requests in progress. */
	end(): void;
}

const EVERY_MS = 30_000;
const WITHIN_MS = 8000;
/** ms that a reader waits for new values while older ones are available. */
const PATIENCE_MS = 1500;
const MAX_PAUSE_MS = 15 * 60_000;

/** A failure for the log. It never contains the address, which may hold a key. */
class SourceFault extends Error {
	override name = "SourceFault";

	constructor(
		message: string,
		readonly pauseMs?: number,
	) {
		super(message);
	}
}

/**
 * Creates the external hunt of the settings; undefined when they name no source and hunts are run on this site. Each
 * part is requested on demand, at most every 30 s, later if the source asks for it. Reads never reject. They wait at most
 * `patienceMs` (1.5 s) for newer values, but up to `withinMs` (8 s) while there is no good answer yet. Failures and
 * invalid values are logged, each kind of invalid value once.
 */
export function createOutsideHunt(
	{ BONUS_HUNT_STATS_URL: statsUrl, BONUS_HUNT_SLOTS_URL: slotsUrl, BONUS_HUNT_USER: user }: Settings,
	{ log, fetcher }: { log: Pick<Log, "warn">; fetcher: OutgoingFetch },
	{ withinMs = WITHIN_MS, everyMs = EVERY_MS, patienceMs = PATIENCE_MS, now = () => performance.now() } = {},
): OutsideHunt | undefined {
	if (!statsUrl || !slotsUrl) return undefined;
	const ending = new AbortController();

	function createReader<Value>(
		part: string,
		template: string,
		schemaOf: (onInvalid: OnInvalid) => ZodType<Value, ZodTypeDef, unknown>,
	) {
		const url = fillTemplate(template, "user", user);
		/** Faults already logged: an invalid answer repeats every 30 s. */
		const logged = new Set<string>();
		const schema = schemaOf((what) => {
			if (logged.has(what)) return;
			logged.add(what);
			log.warn({ event: "bonus-hunt-source-invalid", part, what });
		});
		return createCachedReader({
			fetchAnswer: async () => {
				const answer = await abortWithin(withinMs, ending.signal, (signal) =>
					fetchJson(fetcher, url, signal),
				);
				return parse(answer, schema);
			},
			everyMs,
			patienceMs,
			now,
			onFault(error) {
				if (!ending.signal.aborted) {
					log.warn({ event: "bonus-hunt-source-failed", part, reason: reasonOf(error) });
				}
				return error instanceof SourceFault ? error.pauseMs : undefined;
			},
		});
	}

	return {
		readStatistics: createReader("statistics", statsUrl, statisticsSchema),
		readSlots: createReader("slots", slotsUrl, slotsSchema),
		end: () => ending.abort(),
	};
}

/**
 * Replaces `{name}` in an address by an encoded value, or sets the query parameter `name` when there is no placeholder.
 */
export function fillTemplate(template: string, name: string, value: string): string {
	if (template.includes(`{${name}}`)) return template.replaceAll(`{${name}}`, encodeURIComponent(value));
	const url = new URL(template);
	url.searchParams.set(name, value);
	return url.href;
}

async function fetchJson(fetcher: OutgoingFetch, url: string, signal: AbortSignal): Promise<unknown> {
	// Redirects are refused: the settings name only the first address.
	const headers = { Accept: "application/json", "User-Agent": "Plateia" };
	const response = await fetcher(url, { headers, redirect: "manual", signal });
	if (response.status !== 200) {
		// Releases the connection.
		void response.body?.cancel().catch(() => {});
		const seconds = Number(response.headers.get("retry-after"));
		const pauseMs = seconds > 0 ? Math.min(MAX_PAUSE_MS, seconds * 1000) : undefined;
		throw new SourceFault(`status ${response.status}`, pauseMs);
	}
	return readOutsideJson(response);
}

function parse<Value>(answer: unknown, schema: ZodType<Value, ZodTypeDef, unknown>): Value {
	const result = schema.safeParse(answer);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new SourceFault(`${issue?.path.join(".") || "answer"}: ${issue?.message}`);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return "timeout";
	if (error.cause instanceof FetchRefused) return "private";
	// The cause has the code of the failure; the message of the error may hold the address.
	const code = (error.cause as { code?: unknown } | undefined)?.code;
	return error instanceof TypeError ? String(code ?? "unreachable") : error.message;
}

interface Fault {
	part: "statistics" | "slots";
	/** As in the log: `timeout`, `private`, `status N`, the code of a failed connection, or what is invalid. */
	reason: string;
}

/**
 * Reads both parts of the external hunt of the settings once, without a cache.
 * @returns the number of slots, and why a part could not be read; undefined when the settings name no source.
 */
export async function tryOutsideHunt(
	settings: Settings,
	fetcher: OutgoingFetch,
): Promise<{ slots: number | undefined; faults: Fault[] } | undefined> {
	const faults: Fault[] = [];
	const log = {
		warn: ({ part, reason, what }: Record<string, unknown>) =>
			void faults.push({ part: part === "slots" ? part : "statistics", reason: String(reason ?? what) }),
	};
	const hunt = createOutsideHunt(settings, { log, fetcher });
	if (!hunt) return undefined;
	const [, slots] = await Promise.all([hunt.readStatistics(), hunt.readSlots()]);
	return { slots: slots.value?.length, faults };
}

declare module "~/lib/site" {
	interface Site {
		/** Undefined when hunts are run on this site. Replaced when the settings change. */
		readonly outsideHunt: OutsideHunt | undefined;
	}
}
