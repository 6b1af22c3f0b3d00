/** `off` without subscriptions; `lost` from an error until the stream is open again. */
export type ConnectionState = "off" | "connecting" | "open" | "lost";

interface Subscription {
	topic: string;
	/** Names of the events to receive. */
	events: readonly string[];
	/** Called with the parsed data of each event. */
	onEvent(event: string, data: unknown): void;
}

/** The server sends a heartbeat every 20 s. The connection counts as dead after two missed heartbeats. */
const HEARTBEAT_TIMEOUT_MS = 45_000;
const POLL_MS = 5000;
/** Delay in which the subscriptions of one page are collected, so that one stream is opened for all. */
const COLLECT_MS = 20;
/** Browsers do not reconnect after an HTTP error. The delay doubles with each further error. */
const MIN_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;

/**
 * One event stream for all subscriptions of a tab; browser only. It opens shortly after the first subscription and
 * closes after the last. It is reopened, so that the snapshots are sent again, when a subscription is added, the topics
 * change, or the connection is lost; failed requests are retried with growing delays.
 */
export function createConnection() {
	const subscriptions = new Set<Subscription>();
	const listeners = new Set<() => void>();
	/** Subscriptions that existed when the stream was opened, and so receive its snapshot. */
	let served = new Set<Subscription>();
	let source: EventSource | undefined;
	let address: string | undefined;
	let state: ConnectionState = "off";
	let lastEventAt = 0;
	let failures = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let pollTimer: ReturnType<typeof setInterval> | undefined;

	function setState(next: ConnectionState) {
		if (next === state) return;
		state = next;
		for (const listener of listeners) listener();
	}

	function schedule(ms: number, run: () => void) {
		clearTimeout(timer);
		timer = setTimeout(run, ms);
	}

	function wantedAddress(): string | undefined {
		const topics = [...new Set([...subscriptions].map(({ topic }) => topic))].sort();
		return topics.length > 0 ? `/live?topics=${topics.join(",")}` : undefined;
	}

	/** Reopens the stream if a new subscription has missed the snapshot, or the topics have changed. */
	function updateStream() {
		const isServed = [...subscriptions].every((subscription) => served.has(subscription));
		if (!isServed || wantedAddress() !== address) reopen();
	}

	function close() {
		source?.close();
		source = undefined;
		address = undefined;
	}

	function reopen() {
		close();
		clearTimeout(timer);
		address = wantedAddress();
		served = new Set(subscriptions);
		if (!address) return setState("off");
		if (state === "off" || state === "open") setState("connecting");
		const opened = new EventSource(address);
		source = opened;
		lastEventAt = Date.now();
		opened.onopen = () => {
			failures = 0;
			lastEventAt = Date.now();
			setState("open");
		};
		opened.onerror = () => {
			setState("lost");
			if (opened.readyState === EventSource.CLOSED) retry();
		};
		const listen = (name: string, onEvent: (data: string) => void) =>
			opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
				lastEventAt = Date.now();
				onEvent(data);
			});
		listen("heartbeat", () => {});
		for (const subscription of served) {
			const { topic, events } = subscription;
			for (const event of events) {
				listen(`${topic}.${event}`, (data) => {
					if (subscriptions.has(subscription)) subscription.onEvent(event, JSON.parse(data));
				});
			}
		}
	}

	function retry() {
		const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** failures);
		failures += 1;
		schedule(wait * (0.5 + Math.random()), reopen);
	}

	/** Detects a connection that was lost without an error event, for example while the computer slept. */
	function checkHeartbeat() {
		if (!source || Date.now() - lastEventAt < HEARTBEAT_TIMEOUT_MS) return;
		setState("lost");
		reopen();
	}

	const onPageHide = () => {
		clearTimeout(timer);
		close();
	};
	const onPageShow = ({ persisted }: PageTransitionEvent) => {
		if (persisted) reopen();
	};
	const onOnline = () => {
		if (state === "lost") reopen();
	};

	function addGlobalListeners() {
		pollTimer = setInterval(checkHeartbeat, POLL_MS);
		addEventListener("pagehide", onPageHide);
		addEventListener("pageshow", onPageShow);
		addEventListener("online", onOnline);
		document.addEventListener("visibilitychange", checkHeartbeat);
	}

	function removeGlobalListeners() {
		clearInterval(pollTimer);
		removeEventListener("pagehide", onPageHide);
		removeEventListener("pageshow", onPageShow);
		removeEventListener("online", onOnline);
		document.removeEventListener("visibilitychange", checkHeartbeat);
	}

	return {
		state: () => state,

		/** Calls the listener after each change of the state. @returns a function that removes it. */
		onChange(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		/**
		 * Subscribes to a topic. Each stream begins with the topic's snapshot, also after a reconnect.
		 * @returns a function that ends the subscription.
		 */
		subscribe(subscription: Subscription): () => void {
			if (subscriptions.size === 0) addGlobalListeners();
			subscriptions.add(subscription);
			schedule(COLLECT_MS, updateStream);
			return () => {
				subscriptions.delete(subscription);
				if (subscriptions.size === 0) removeGlobalListeners();
				schedule(COLLECT_MS, updateStream);
			};
		},
	};
}
