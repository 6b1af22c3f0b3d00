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

let sources: FakeSource[];
let connection: ReturnType<typeof createConnection>;
let page: EventTarget;

beforeEach(() => {
	vi.useFakeTimers();
	sources = [];
	page = new EventTarget();
	vi.stubGlobal("EventSource", FakeSource);
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
	vi.stubGlobal("document", new EventTarget());
	vi.spyOn(Math, "random").mockReturnValue(0.5);
	connection = createConnection();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

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
	const show = (persisted: boolean) =>
		page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

	it("holds no stream, and reopens it when it is restored", () => {
		subscribe("lobby", "wins");
		connect();
		last().open();
		page.dispatchEvent(new Event("pagehide"));
		vi.advanceTimersByTime(120_000);
		expect(openUrls()).toEqual([]);
		show(true);
		expect(openUrls()).toEqual(["/live?topics=lobby"]);
	});
});
