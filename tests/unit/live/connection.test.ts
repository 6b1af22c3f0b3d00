import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnection } from "~/live/connection";

class FakeSource extends EventTarget {
	static readonly CONNECTING = 0;
	static readonly CLOSED = 2;
	readyState = FakeSource.CONNECTING;
	onopen: (() => void) | null = null;
	onerror: (() => void) | null = null;

	constructor(readonly url: string) {
		super();
		sources.push(this);
	}

	open() {
		this.readyState = 1;
		this.onopen?.();
	}

	/** @param isFinal true for a response that is not a stream, after which browsers do not reconnect. */
	fail(isFinal = false) {
		this.readyState = isFinal ? FakeSource.CLOSED : FakeSource.CONNECTING;
		this.onerror?.();
	}

	emit(name: string, data: unknown = 1) {
		this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
	}

	close() {
		this.readyState = FakeSource.CLOSED;
	}
}

class FakeChannel {
	onmessage: ((event: { data: unknown }) => void) | null = null;

	constructor() {
		channels.add(this);
	}

	postMessage(data: unknown) {
		for (const other of channels) if (other !== this) other.onmessage?.({ data });
	}

	close() {
		channels.delete(this);
	}
}

let sources: FakeSource[];
let channels: Set<FakeChannel>;
/** That of the site's page. */
let protocol: string;
let connection: ReturnType<typeof createConnection>;
let page: EventTarget;

beforeEach(() => {
	vi.useFakeTimers();
	sources = [];
	channels = new Set();
	protocol = "http/1.1";
	vi.stubGlobal("EventSource", FakeSource);
	vi.stubGlobal("BroadcastChannel", FakeChannel);
	vi.stubGlobal("location", { origin: "https://plateia.example" });
	vi.spyOn(performance, "getEntriesByType").mockImplementation((type) => {
		const own = { name: "https://plateia.example/", nextHopProtocol: protocol };
		const foreign = { name: "https://pictures.example/", nextHopProtocol: "h2" };
		return [type === "navigation" ? own : foreign] as never;
	});
	vi.spyOn(Math, "random").mockReturnValue(0.5);
	connection = openTab();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Opens a page, to which the global objects then belong. */
function openTab({ isHidden = false } = {}) {
	page = new EventTarget();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
	vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: isHidden }));
	return createConnection();
}

function setHidden(isHidden: boolean) {
	Object.assign(document, { hidden: isHidden });
	document.dispatchEvent(new Event("visibilitychange"));
}

const connect = () => vi.advanceTimersByTime(20);
const last = () => sources.at(-1) as FakeSource;
const openUrls = () =>
	sources.filter(({ readyState }) => readyState !== FakeSource.CLOSED).map(({ url }) => url);

function subscribe(topic: string, ...events: string[]) {
	const received: [string, unknown][] = [];
	const unsubscribe = connection.subscribe({
		topic,
		events,
		onEvent: (event, data) => received.push([event, data]),
	});
	return { received, unsubscribe };
}

it("a connection is off and makes no request until the first subscription", () => {
	vi.advanceTimersByTime(60_000);
	expect([connection.state(), sources.length]).toEqual(["off", 0]);
});

it("a connection opens one stream for all subscriptions of a page and delivers each event to its subscribers", () => {
	const points = subscribe("points", "updated");
	const game = subscribe("live-crash", "tick", "state");
	const badge = subscribe("live-crash", "state");
	connect();
	expect(sources.map(({ url }) => url)).toEqual(["/live?topics=live-crash,points"]);
	expect(connection.state()).toBe("connecting");
	last().open();
	expect(connection.state()).toBe("open");
	last().emit("live-crash.state", { round: 1 });
	last().emit("live-crash.tick", [100, 102]);
	last().emit("points.updated", { points: 5 });
	last().emit("live-crash.unknown");
	expect(game.received).toEqual([
		["state", { round: 1 }],
		["tick", [100, 102]],
	]);
	expect(badge.received).toEqual([["state", { round: 1 }]]);
	expect(points.received).toEqual([["updated", { points: 5 }]]);
});

describe("when the topics change, the stream", () => {
	it("is reopened, so that a new subscriber receives a snapshot", () => {
		const lobby = subscribe("lobby", "wins");
		connect();
		last().open();
		const game = subscribe("solo-crash", "state");
		lobby.unsubscribe();
		connect();
		expect(openUrls()).toEqual(["/live?topics=solo-crash"]);
		last().emit("solo-crash.state", 1);
		expect([game.received, lobby.received]).toEqual([[["state", 1]], []]);
		subscribe("solo-crash", "tick");
		connect();
		expect(sources, "also for another subscriber of the same topic").toHaveLength(3);
	});

	it("is kept if the topics are the same again, as when React mounts twice", () => {
		const first = subscribe("lobby", "wins");
		first.unsubscribe();
		subscribe("lobby", "wins");
		connect();
		last().open();
		const other = subscribe("lobby", "wins");
		other.unsubscribe();
		connect();
		expect(sources).toHaveLength(1);
	});

	it("is closed after the last subscription has ended", () => {
		const lobby = subscribe("lobby", "wins");
		connect();
		last().open();
		lobby.unsubscribe();
		last().emit("lobby.wins");
		connect();
		expect([openUrls(), connection.state(), lobby.received]).toEqual([[], "off", []]);
		expect(vi.getTimerCount()).toBe(0);
		vi.advanceTimersByTime(120_000);
		expect(sources).toHaveLength(1);
	});
});

describe("a lost connection", () => {
	beforeEach(() => {
		subscribe("lobby", "wins");
		connect();
		last().open();
	});

	it("is reopened by the browser", () => {
		last().fail();
		expect(connection.state()).toBe("lost");
		vi.advanceTimersByTime(10_000);
		expect(sources).toHaveLength(1);
		last().open();
		expect(connection.state()).toBe("open");
	});

	it("that the site rejects is retried with backoff, and immediately when the network is back", () => {
		last().fail(true);
		for (const [index, ms] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
			vi.advanceTimersByTime(ms - 1);
			expect(sources).toHaveLength(index + 1);
			vi.advanceTimersByTime(1);
			expect(sources).toHaveLength(index + 2);
			expect(connection.state()).toBe("lost");
			last().fail(true);
		}
		page.dispatchEvent(new Event("online"));
		expect(sources).toHaveLength(8);
		last().open();
		last().fail(true);
		vi.advanceTimersByTime(2000);
		expect(sources, "a success resets the backoff").toHaveLength(9);
		expect(openUrls()).toHaveLength(1);
	});

	it("is detected when heartbeats are missing", () => {
		vi.advanceTimersByTime(40_000);
		last().emit("heartbeat");
		vi.advanceTimersByTime(40_000);
		expect([connection.state(), sources.length]).toEqual(["open", 1]);
		vi.advanceTimersByTime(10_000);
		expect([connection.state(), sources.length]).toEqual(["lost", 2]);
		last().open();
		expect(connection.state()).toBe("open");
		expect(openUrls()).toHaveLength(1);
	});

	it("is detected immediately when the page becomes visible after a long sleep", () => {
		vi.setSystemTime(Date.now() + 60_000);
		document.dispatchEvent(new Event("visibilitychange"));
		expect([connection.state(), sources.length]).toEqual(["lost", 2]);
	});

	it("is reported to listeners once per change", () => {
		const states: string[] = [];
		const removeListener = connection.onChange(() => states.push(connection.state()));
		last().fail();
		last().fail();
		last().open();
		removeListener();
		last().fail();
		expect(states).toEqual(["lost", "open"]);
	});
});

describe("a hidden page", () => {
	const MINUTE_MS = 60_000;

	it("that was left holds no stream, and reopens it when it is restored", () => {
		subscribe("lobby", "wins");
		connect();
		last().open();
		page.dispatchEvent(new Event("pagehide"));
		vi.advanceTimersByTime(2 * MINUTE_MS);
		expect(openUrls()).toEqual([]);
		page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
		expect(openUrls()).toEqual(["/live?topics=lobby"]);
	});

	it("releases its stream after a minute, and takes it up with a snapshot when it is shown", () => {
		const { received } = subscribe("lobby", "wins");
		connect();
		last().open();
		setHidden(true);
		vi.advanceTimersByTime(MINUTE_MS - 1);
		setHidden(false);
		last().emit("heartbeat");
		setHidden(true);
		for (let quarter = 0; quarter < 3; quarter++) {
			vi.advanceTimersByTime(MINUTE_MS / 4);
			last().emit("heartbeat");
		}
		vi.advanceTimersByTime(MINUTE_MS / 4 - 1);
		expect(openUrls()).toHaveLength(1);
		vi.advanceTimersByTime(1);
		expect([openUrls(), connection.state()]).toEqual([[], "connecting"]);
		const before = sources.length;
		subscribe("points", "updated");
		page.dispatchEvent(new Event("online"));
		page.dispatchEvent(new Event("keydown"));
		vi.advanceTimersByTime(10 * MINUTE_MS);
		expect(sources).toHaveLength(before);
		setHidden(false);
		expect(openUrls()).toEqual(["/live?topics=lobby,points"]);
		last().open();
		last().emit("lobby.wins", "snapshot");
		expect([connection.state(), received]).toEqual(["open", [["wins", "snapshot"]]]);
	});

	it("that has released its stream does not retry a lost connection", () => {
		subscribe("lobby", "wins");
		connect();
		last().fail(true);
		setHidden(true);
		vi.advanceTimersByTime(MINUTE_MS);
		const before = sources.length;
		vi.advanceTimersByTime(10 * MINUTE_MS);
		expect(sources).toHaveLength(before);
		setHidden(false);
		expect(openUrls()).toHaveLength(1);
	});

	it("that was not shown yet opens no stream", () => {
		connection = openTab({ isHidden: true });
		subscribe("lobby", "wins");
		connect();
		expect(sources).toEqual([]);
		setHidden(false);
		expect(openUrls()).toHaveLength(1);
	});

	it.each(["whenHidden", "always"] as const)("has a stream while that is asked for: %s", (how) => {
		connection = openTab({ isHidden: true });
		subscribe("lobby", "wins");
		const end = connection.keep(how);
		connect();
		vi.advanceTimersByTime(2 * MINUTE_MS);
		expect(openUrls()).toHaveLength(1);
		end();
		connect();
		expect(openUrls()).toEqual([]);
	});
});

describe("the tabs of a browser", () => {
	/** Opens tabs one after the other, each with the topic of its number. */
	function openTabs(count: number) {
		let numbers = 0;
		vi.spyOn(Math, "random").mockImplementation(() => numbers++);
		return Array.from({ length: count }, (_, number) => {
			connection = openTab();
			subscribe(`tab-${number}`, "event");
			connect();
			return { page, connection };
		});
	}
	const openTopics = () => openUrls().map((url) => Number(url.split("-")[1]));

	it("hold at most three streams over HTTP/1.1, those that were used last, so that requests have connections", () => {
		const tabs = openTabs(10);
		const use = (number: number, event: string) => tabs[number]?.page.dispatchEvent(new Event(event));
		const state = (number: number) => tabs[number]?.connection.state();
		expect(openTopics()).toEqual([7, 8, 9]);
		expect([state(6), state(9)]).toEqual(["lost", "connecting"]);
		use(1, "pointerdown");
		expect([openTopics(), state(1)]).toEqual([[8, 9, 1], "lost"]);
		use(8, "focus");
		expect(openTopics(), "a tab with a stream keeps it").toEqual([8, 9, 1]);
		use(9, "pagehide");
		expect(openTopics(), "one that has yielded takes it up").toEqual([8, 1, 7]);
	});

	it("hold a stream each over HTTP/2", () => {
		protocol = "h2";
		openTabs(10);
		expect(openTopics()).toHaveLength(10);
	});

	it("take no stream from an overlay", () => {
		const [overlay] = openTabs(1);
		overlay?.connection.keep("always");
		openTabs(4);
		expect(openTopics()).toEqual([0, 1, 2, 3]);
	});

	it("hold a stream each in a browser that denies them a channel", () => {
		class Denied {
			constructor() {
				throw new DOMException("denied", "SecurityError");
			}
		}
		vi.stubGlobal("BroadcastChannel", Denied);
		openTabs(4);
		expect(openTopics()).toHaveLength(4);
	});
});
