import { DomainError } from "~/forms/domain-error";
import { BodyTooLong } from "~/http/bounded-body.server";
import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import { NotJson, readOutsideJson } from "~/http/outside-json.server";
import type { ErrorCode } from "~/i18n/messages";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { isAmount, MAX_POINTS } from "../amounts";

type Settings = Pick<Config, "POINTS_PROVIDER_URL" | "POINTS_PROVIDER_CHANNEL" | "POINTS_PROVIDER_NAME">;

/** A service on which the channel's viewers hold points. */
export interface PointsProvider {
	name: string;
	/**
	 * Reads the points of a user name: a whole number from 0 to `MAX_POINTS`. Makes at most one request, of at most 8 s.
	 * A failure is cached for 2 s; after status 429 with `Retry-After`, all reads fail until the pause is over.
	 * @throws {DomainError} `provider…`: one code for each kind of failure.
	 */
	readPoints(username: string): Promise<number>;
}

const STREAM_ELEMENTS = "https://api.streamelements.com/kappa/v2/points";
const WITHIN_MS = 8000;
const MAX_BYTES = 64 * 1024;
const MAX_WAIT_SECONDS = 24 * 60 * 60;
/** ms for which a failure is cached, so that the page which shows it does not cause it again. */
const FAULT_HOLDS_MS = 2000;

/**
 * Creates the provider of the settings; undefined when they name none.
 * The last parameter has the timeout of a request, the ms for which a failure is cached, and a monotonic clock in ms.
 */
export function createPointsProvider(
	{ POINTS_PROVIDER_URL: template, POINTS_PROVIDER_CHANNEL: channel, POINTS_PROVIDER_NAME: name }: Settings,
	{ log, fetcher }: { log: Pick<Log, "warn">; fetcher: OutgoingFetch },
	{ withinMs = WITHIN_MS, faultHoldsMs = FAULT_HOLDS_MS, elapsed = () => performance.now() } = {},
): PointsProvider | undefined {
	const address = template ?? (channel && `${STREAM_ELEMENTS}/${channel}/{username}`);
	if (!address) return undefined;

	const faults = new Map<string, { fault: DomainError; until: number }>();
	let busyUntil = 0;

	/** Throws a cached failure, or `providerBusy` while the provider demands a pause. */
	function checkFaults(username: string) {
		const now = elapsed();
		const known = faults.get(username);
		if (known && now < known.until) throw known.fault;
		for (const [key, { until }] of faults) if (now >= until) faults.delete(key);
		if (now < busyUntil) {
			const seconds = Math.ceil((busyUntil - now) / 1000);
			throw new DomainError("providerBusy", { provider: name, seconds });
		}
	}

	function keep(username: string, fault: DomainError): DomainError {
		faults.set(username, { fault, until: elapsed() + faultHoldsMs });
		if (fault.code === "providerBusy") busyUntil = elapsed() + Number(fault.values.seconds) * 1000;
		return fault;
	}

	return {
		name,
		async readPoints(username) {
			checkFaults(username);
			const refuse = (code: ErrorCode, values: Record<string, string | number> = {}) =>
				new DomainError(code, { provider: name, username, ...values });
			// A name of dots would be a relative path segment, even when it is encoded.
			if (/^\.*$/.test(username)) throw refuse("providerUnknownUser");
			try {
				const url = address.replaceAll("{username}", encodeURIComponent(username));
				const signal = AbortSignal.timeout(withinMs);
				const headers = { Accept: "application/json" };
				const response = await fetcher(url, { headers, signal, redirect: "manual" });
				checkStatus(response, refuse);
				return pointsIn(await readOutsideJson(response, MAX_BYTES), refuse);
			} catch (error) {
				if (error instanceof DomainError) throw keep(username, error);
				if (error instanceof NotJson) throw keep(username, refuse("providerNotJson"));
				if (error instanceof BodyTooLong) throw keep(username, refuse("providerTooLong"));
				const isLate = error instanceof DOMException && error.name === "TimeoutError";
				log.warn({ event: "points-provider-unreachable", provider: name, err: error });
				const seconds = Math.ceil(withinMs / 1000);
				throw keep(username, isLate ? refuse("providerTimeout", { seconds }) : refuse("providerUnreachable"));
			}
		},
	};
}

type Refuse = (code: ErrorCode, values?: Record<string, string | number>) => DomainError;

function checkStatus(response: Response, refuse: Refuse) {
	const { status } = response;
	if (status === 200) return;
	// Releases the connection.
	void response.body?.cancel().catch(() => {});
	if (status === 404) throw refuse("providerUnknownUser");
	if (status === 429) {
		const seconds = secondsToWait(response.headers.get("Retry-After"));
		throw seconds === undefined ? refuse("providerBusyAWhile") : refuse("providerBusy", { seconds });
	}
	if (status >= 500) throw refuse("providerFailed", { status });
	if (status >= 300 && status < 400) throw refuse("providerRedirected", { status });
	throw refuse("providerRefused", { status });
}

/** Reads a `Retry-After` header: seconds or a date. */
function secondsToWait(text: string | null): number | undefined {
	if (!text) return undefined;
	const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
	if (Number.isNaN(seconds)) return undefined;
	return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function pointsIn(answer: unknown, refuse: Refuse): number {
	const points = typeof answer === "object" && answer !== null && "points" in answer && answer.points;
	if (typeof points !== "number") throw refuse("providerNoNumber");
	if (points < 0) throw refuse("providerNegative");
	if (points > MAX_POINTS) throw refuse("providerHuge");
	if (!isAmount(points)) throw refuse("providerNoNumber");
	return Math.abs(points);
}

declare module "~/lib/site" {
	interface Site {
		/** Undefined when no provider is configured. Replaced when the settings change. */
		readonly pointsProvider: PointsProvider | undefined;
	}
}
