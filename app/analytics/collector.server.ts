import { abortWithin } from "~/lib/abort-within.server";
import type { Log } from "~/observability/log.server";
import type { EventDetails, EventName } from "./events";

export interface CollectedEvent {
	event: EventName;
	label: string;
	/** ISO 8601. */
	at: string;
	details: EventDetails;
}

const WITHIN_MS = 5000;
/** While the collector is away; what is more is dropped, for the site's own counts have it. */
const MAX_WAITING = 1000;

/** Passes events on to an outside collector, as JSON `{"events":[...]}`. It may miss some: it is told once. */
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
				// Nobody set up the address that a redirect names.
				redirect: "error",
				signal,
			}),
		);
		// The body may be endless: nobody reads it.
		response.body?.cancel().catch(() => {});
		if (!response.ok) throw new Error(`the collector answered ${response.status}`);
	}

	return {
		add(event: CollectedEvent) {
			if (waiting.length < MAX_WAITING) waiting.push(event);
		},
		/** Sends what waits; never rejects. */
		async send(): Promise<void> {
			const events = waiting;
			if (events.length === 0 || ended.signal.aborted) return;
			waiting = [];
			try {
				await post(events);
				isDown = false;
			} catch (error) {
				if (ended.signal.aborted) return;
				// Once, not every few seconds for as long as it is away.
				if (!isDown) log.warn({ event: "collector-failed", events: events.length, err: error });
				isDown = true;
			}
		},
		/** Aborts the current delivery and sends nothing afterwards. */
		abort: () => ended.abort(),
	};
}
