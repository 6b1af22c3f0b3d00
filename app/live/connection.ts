import { createTabOrder } from "./tab-order";

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
/** A hidden page keeps its stream for this time, because most are shown again soon. */
const HIDDEN_MS = 60_000;
/** The use of a page, by which its stream precedes those of pages that were used before. */
const USES = ["focus", "pointerdown", "keydown"] as const;

/** `whenHidden`: the stream stays open while the page is hidden. `always`: it also does not yield to those of other tabs. */
export type Keep = "whenHidden" | "always";

/**
 * One event stream for all subscriptions of a tab; browser only. It opens shortly after the first subscription and
 * closes after the last. It is reopened, so that the snapshots are sent again, when a subscription is added, the topics
 * change, or the connection is lost; failed requests are retried with growing delays.
 * A page that is hidden for a minute releases its stream, one that has not been shown yet opens none, and one that has not
 * been used for long yields to those of other tabs if the browser has few connections.
 */
export function createConnection() {
	const subscriptions = new Set<Subscription>();
	const listeners = new Set<() => void>();
	const keeps: Keep[] = [];
	// `crypto.randomUUID` does not exist at http addresses.
	const tabs = createTabOrder(Math.random(), updateStream);
	/** Subscriptions that existed when the stream was opened, and so receive its snapshot. */
	let served = new Set<Subscription>();
	let source: EventSource | undefined;
	let address: string | undefined;
	let state: ConnectionState = "off";
	let lastEventAt = 0;
	let failures = 0;
	/** Whether the page has been hidden for long, or was not shown yet. */
	let isAway = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
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

	const isReleased = () => isAway && keeps.length === 0;
	const hasYielded = () => tabs.isBehind() && !keeps.includes("always");

	/** Reopens the stream if a new subscription has missed the snapshot, or what is wanted has changed. */
	function updateStream() {
		const isServed = [...subscriptions].every((subscription) => served.has(subscription));
		const wanted = isReleased() || hasYielded() ? undefined : wantedAddress();
		if (!isServed || wanted !== address) reopen();
	}

	function close() {
		clearTimeout(timer);
		source?.close();
		source = undefined;
		address = undefined;
	}

	function reopen() {
		close();
		const wanted = wantedAddress();
		if (!wanted) return setState("off");
		if (isReleased()) return setState("connecting");
		if (hasYielded()) return setState("lost");
		address = wanted;
		served = new Set(subscriptions);
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

	/** Call it when the page was shown or used. */
	function takeUp() {
		clearTimeout(hiddenTimer);
		isAway = false;
		tabs.moveToFront();
		if (source) checkHeartbeat();
		else reopen();
	}

	function giveUp() {
		isAway = true;
		updateStream();
		if (!source) tabs.leave();
	}

	const onVisibility = () => {
		if (!document.hidden) return takeUp();
		clearTimeout(hiddenTimer);
		hiddenTimer = setTimeout(giveUp, HIDDEN_MS);
	};
	const onUse = () => {
		if (!document.hidden && !tabs.isFirst()) takeUp();
	};
	const onPageHide = () => {
		clearTimeout(hiddenTimer);
		tabs.close();
		close();
	};
	const onPageShow = ({ persisted }: PageTransitionEvent) => {
		if (!persisted) return;
		start();
		reopen();
	};
	const onOnline = () => {
		if (state === "lost") reopen();
	};

	function start() {
		isAway = document.hidden;
		tabs.open();
		if (!isAway) tabs.moveToFront();
	}

	function addGlobalListeners() {
		start();
		pollTimer = setInterval(checkHeartbeat, POLL_MS);
		addEventListener("pagehide", onPageHide);
		addEventListener("pageshow", onPageShow);
		addEventListener("online", onOnline);
		for (const name of USES) addEventListener(name, onUse);
		document.addEventListener("visibilitychange", onVisibility);
	}

	function removeGlobalListeners() {
		clearInterval(pollTimer);
		clearTimeout(hiddenTimer);
		tabs.close();
		removeEventListener("pagehide", onPageHide);
		removeEventListener("pageshow", onPageShow);
		removeEventListener("online", onOnline);
		for (const name of USES) removeEventListener(name, onUse);
		document.removeEventListener("visibilitychange", onVisibility);
	}

	return {
		state: () => state,

		/** Calls the listener after each change of the state. @returns a function that removes it. */
		onChange(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		/**
		 * Keeps the stream where it would be closed for a time.
		 * @returns a function that ends it.
		 */
		keep(how: Keep): () => void {
			keeps.push(how);
			schedule(COLLECT_MS, updateStream);
			return () => {
				keeps.splice(keeps.indexOf(how), 1);
				schedule(COLLECT_MS, updateStream);
			};
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
