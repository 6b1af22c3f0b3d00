import type { AlertQueue, QueuedAlert } from "../alerts";

interface Uses {
	/** The time of the site, Unix time in ms. */
	now(): number;
	/** Asks the site to start an alert. Rejects if it cannot be reached. */
	acknowledge(id: number): Promise<AlertQueue>;
	/** Called when another alert is shown, or none. @param isNew whether it has just begun. */
	show(alert: QueuedAlert | undefined, isNew: boolean): void;
}

/** Minimum ms between two attempts to start an alert. */
const RETRY_MS = 1000;
/** An alert that began earlier is shown without its sound. */
const NEW_MS = 2000;

/** What is seen of an alert. Its title changes when a name is hidden. */
const contentOf = (alert: QueuedAlert | undefined) => JSON.stringify([alert?.id, alert?.more, alert?.title]);

/**
 * Shows the alerts of the queue. What is shown follows from the instants that the site has stored, so that a reload, a second overlay
 * or a browser that stops its timers neither loses nor repeats an alert.
 */
export function createAlerts({ now, acknowledge, show }: Uses) {
	let queue: AlertQueue | undefined;
	let shown: QueuedAlert | undefined;
	let retryAt = 0;
	/** Whether viewers see the source. */
	let isActive = true;

	function receive(next: AlertQueue) {
		// The answer to an acknowledgement may come before the stream has sent what preceded it.
		if (queue && next.now < queue.now) return;
		queue = next;
		step();
	}

	/** Call it often, and whenever the page was shown again. */
	function step() {
		const at = now();
		const running = queue?.alerts.find(({ shownAt, endsAt }) => shownAt !== null && (endsAt ?? 0) > at);
		if (contentOf(running) !== contentOf(shown)) {
			const isNew = running?.id !== shown?.id && at - (running?.shownAt ?? 0) < NEW_MS;
			shown = running;
			show(running, isNew);
		}
		const next = queue?.alerts.find(({ shownAt, expiresAt }) => shownAt === null && expiresAt > at);
		if (running || !next || !isActive || at < retryAt) return;
		retryAt = at + RETRY_MS;
		acknowledge(next.id).then(receive, () => {});
	}

	return {
		receive,
		step,
		setActive(active: boolean) {
			isActive = active;
			step();
		},
	};
}
