export type ConnectionState = "off" | "connecting" | "open" | "lost";

interface Subscription {
	topic: string;
	events: readonly string[];
	hear(event: string, data: unknown): void;
}

/** The server sends a heartbeat every 20 s. The connection counts as dead after two missed heartbeats. */
const SILENCE_MS = 45_000;
const POLL_MS = 5000;
/** Delay in which the subscriptions of one page are collected, so that one stream is opened for all. */
const GATHER_MS = 20;
/** Browsers do not reconnect after an HTTP error. The delay doubles with each further error. */
const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 30_000;

/** One event stream for all subscriptions of a tab. It is reopened when the topics change. */
export function createConnection() {
	const subscriptions = new Set<Subscription>();
	const listeners = new Set<() => void>();
	/** Subscriptions that were there when the stream was opened, and so have got its snapshot. */
	let served = new Set<Subscription>();
	let source: EventSource | undefined;
	let address: string | undefined;
	let state: ConnectionState = "off";
	let heardAt = 0;
	let refusals = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let look: ReturnType<typeof setInterval> | undefined;

	function turn(next: ConnectionState) {
		if (next === state) return;
		state = next;
		for (const listener of listeners) listener();
	}

	function later(ms: number, run: () => void) {
		clearTimeout(timer);
		timer = setTimeout(run, ms);
	}

	function wantedAddress(): string | undefined {
		const topics = [...new Set([...subscriptions].map(({ topic }) => topic))].sort();
		return topics.length > 0 ? `/live?topics=${topics.join(",")}` : undefined;
	}

	/** Reopens the stream if a new subscription has missed the snapshot, or the topics have changed. */
	function adapt() {
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
		if (!address) return turn("off");
		if (state === "off" || state === "open") turn("connecting");
		const opened = new EventSource(address);
		source = opened;
		heardAt = Date.now();
		opened.onopen = () => {
			refusals = 0;
			heardAt = Date.now();
			turn("open");
		};
		opened.onerror = () => {
			turn("lost");
			if (opened.readyState === EventSource.CLOSED) retry();
		};
		const listen = (name: string, hear: (data: string) => void) =>
			opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
				heardAt = Date.now();
				hear(data);
			});
		listen("beat", () => {});
		for (const subscription of served) {
			const { topic, events } = subscription;
			for (const event of events) {
				listen(`${topic}.${event}`, (data) => {
					if (subscriptions.has(subscription)) subscription.hear(event, JSON.parse(data));
				});
			}
		}
	}

	function retry() {
		const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** refusals);
		refusals += 1;
		later(wait * (0.5 + Math.random()), reopen);
	}

	/** Detects a connection that was lost without an error event, for example while the computer slept. */
	function checkLife() {
		if (!source || Date.now() - heardAt < SILENCE_MS) return;
		turn("lost");
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

	function wake() {
		look = setInterval(checkLife, POLL_MS);
		addEventListener("pagehide", onPageHide);
		addEventListener("pageshow", onPageShow);
		addEventListener("online", onOnline);
		document.addEventListener("visibilitychange", checkLife);
	}

	function sleep() {
		clearInterval(look);
		removeEventListener("pagehide", onPageHide);
		removeEventListener("pageshow", onPageShow);
		removeEventListener("online", onOnline);
		document.removeEventListener("visibilitychange", checkLife);
	}

	return {
		state: () => state,

		onChange(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		subscribe(subscription: Subscription): () => void {
			if (subscriptions.size === 0) wake();
			subscriptions.add(subscription);
			later(GATHER_MS, adapt);
			return () => {
				subscriptions.delete(subscription);
				if (subscriptions.size === 0) sleep();
				later(GATHER_MS, adapt);
			};
		},
	};
}
