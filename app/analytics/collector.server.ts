import { abortWithin } from "~/lib/abort-within.server";
import type { Log } from "~/observability/log.server";
import type { EventDetails, EventName } from "./events";

export interface CollectedEvent {
	event: EventName;
	label: string;
	/** The time of the event, ISO 8601. */
	at: string;
	details: EventDetails;
}

const WITHIN_MS = 5000;
/** Maximum of unsent events. Further ones are dropped; the site's counts include them. */
const MAX_WAITING = 1000;

/**
 * Sends events to an external collector, as JSON `{"events":[...]}` by POST. Each event is sent at most once, so some
 * may be lost. Logs `collector-failed` once per outage.
 * @param url the collector's address. `withinMs` is the timeout of one request, by default 5 s.
 */
export function createCollector(url: string, log: Pick<Log, "warn">, { withinMs = WITHIN_MS } = {}) {
	let waiting: CollectedEvent[] = [];
	let isDown = false;
	const ended = new AbortController();

	async function post(events: readonly CollectedEvent[]): Promise<void> {
		const response = await abortWithin(withinMs, ended.signal, (signal) =>
			fetch(url, {
				method: "POST",
				headers: { "content-type": "application/json", "user-agent": "Plateia" },
				body: JSON.stringify({ events }),
				// A redirect may lead to an address that the operator did not configure.
				redirect: "error",
				signal,
			}),
		);
		// The body is not needed, and may be endless.
		response.body?.cancel().catch(() => {});
		if (!response.ok) throw new Error(`the collector answered ${response.status}`);
	}

	return {
		/** Keeps an event for the next {@link send}. */
		add(event: CollectedEvent) {
			if (waiting.length < MAX_WAITING) waiting.push(event);
		},
		/** Sends the kept events in one request. Never rejects: the events of a failed request are lost. */
		async send(): Promise<void> {
			const events = waiting;
			if (events.length === 0 || ended.signal.aborted) return;
			waiting = [];
			try {
				await post(events);
				isDown = false;
			} catch (error) {
				if (ended.signal.aborted) return;
				// Logged once per outage, not every few seconds.
				if (!isDown) log.warn({ event: "collector-failed", events: events.length, err: error });
				isDown = true;
			}
		},
		/** Aborts the current request. Nothing is sent afterwards. */
		abort: () => ended.abort(),
	};
}
