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

	/** @param refused as browsers take any answer but a stream: for good. */
	fail(refused = false) {
		this.readyState = refused ? FakeSource.CLOSED : FakeSource.CONNECTING;
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

const settle = () => vi.advanceTimersByTime(20);
const last = () => sources.at(-1) as FakeSource;
const openOnes = () =>
	sources.filter(({ readyState }) => readyState !== FakeSource.CLOSED).map(({ url }) => url);

function listen(topic: string, ...events: string[]) {
	const received: [string, unknown][] = [];
	const leave = connection.subscribe({
		topic,
		events,
		onEvent: (event, data) => received.push([event, data]),
	});
	return { received, leave };
}

it("is off, and asks for nothing, until somebody listens", () => {
	vi.advanceTimersByTime(60_000);
	expect([connection.state(), sources.length]).toEqual(["off", 0]);
});

it("opens one stream for all that a page listens to, and tells each what is for it", () => {
	const points = listen("points", "updated");
	const table = listen("live-crash", "tick", "state");
	const badge = listen("live-crash", "state");
	settle();
	expect(sources.map(({ url }) => url)).toEqual(["/live?topics=live-crash,points"]);
	expect(connection.state()).toBe("connecting");
	last().open();
	expect(connection.state()).toBe("open");
	last().emit("live-crash.state", { round: 1 });
	last().emit("live-crash.tick", [100, 102]);
	last().emit("points.updated", { points: 5 });
	last().emit("live-crash.unknown");
	expect(table.received).toEqual([
		["state", { round: 1 }],
		["tick", [100, 102]],
	]);
	expect(badge.received).toEqual([["state", { round: 1 }]]);
	expect(points.received).toEqual([["updated", { points: 5 }]]);
});

describe("when the topics change", () => {
	it("is opened anew, so that whoever came has a snapshot", () => {
		const lobby = listen("lobby", "wins");
		settle();
		last().open();
		const game = listen("solo-crash", "state");
		lobby.leave();
		settle();
		expect(openOnes()).toEqual(["/live?topics=solo-crash"]);
		last().emit("solo-crash.state", 1);
		expect([game.received, lobby.received]).toEqual([[["state", 1]], []]);
		listen("solo-crash", "tick");
		settle();
		expect(sources, "also for another listener of the same topic").toHaveLength(3);
	});

	it("stays as it is where they only seemed to, as when React mounts twice", () => {
		const first = listen("lobby", "wins");
		first.leave();
		listen("lobby", "wins");
		settle();
		last().open();
		const other = listen("lobby", "wins");
		other.leave();
		settle();
		expect(sources).toHaveLength(1);
	});

	it("is closed when nobody listens any more", () => {
		const lobby = listen("lobby", "wins");
		settle();
		last().open();
		lobby.leave();
		last().emit("lobby.wins");
		settle();
		expect([openOnes(), connection.state(), lobby.received]).toEqual([[], "off", []]);
		vi.advanceTimersByTime(120_000);
		expect(sources).toHaveLength(1);
	});
});

describe("without subscriptions", () => {
	it("has no timer", () => {
		const lobby = listen("lobby", "wins");
		settle();
		last().open();
		lobby.leave();
		settle();
		expect(vi.getTimerCount()).toBe(0);
	});

	it("has no timer after a refused connection", () => {
		const lobby = listen("lobby", "wins");
		settle();
		last().fail(true);
		lobby.leave();
		settle();
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("a lost connection", () => {
	beforeEach(() => {
		listen("lobby", "wins");
		settle();
		last().open();
	});

	it("is left to the browser, which comes back by itself", () => {
		last().fail();
		expect(connection.state()).toBe("lost");
		vi.advanceTimersByTime(10_000);
		expect(sources).toHaveLength(1);
		last().open();
		expect(connection.state()).toBe("open");
	});

	it("that the site refuses is tried again, later each time, and at once when the network is back", () => {
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
		expect(sources, "from the start again after a success").toHaveLength(9);
		expect(openOnes()).toHaveLength(1);
	});

	it("is noticed when not even a sign of life comes", () => {
		vi.advanceTimersByTime(40_000);
		last().emit("heartbeat");
		vi.advanceTimersByTime(40_000);
		expect([connection.state(), sources.length]).toEqual(["open", 1]);
		vi.advanceTimersByTime(10_000);
		expect([connection.state(), sources.length]).toEqual(["lost", 2]);
		last().open();
		expect(connection.state()).toBe("open");
		expect(openOnes()).toHaveLength(1);
	});

	it("is noticed at once when the page is looked at again after a long sleep", () => {
		vi.setSystemTime(Date.now() + 60_000);
		document.dispatchEvent(new Event("visibilitychange"));
		expect([connection.state(), sources.length]).toEqual(["lost", 2]);
	});

	it("is told to whoever shows it, once for each change", () => {
		const states: string[] = [];
		const leave = connection.onChange(() => states.push(connection.state()));
		last().fail();
		last().fail();
		last().open();
		leave();
		last().fail();
		expect(states).toEqual(["lost", "open"]);
	});
});

describe("a page that is left", () => {
	const show = (persisted: boolean) =>
		page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

	it("holds no stream, and has one again when it is come back to", () => {
		listen("lobby", "wins");
		settle();
		last().open();
		page.dispatchEvent(new Event("pagehide"));
		vi.advanceTimersByTime(120_000);
		expect(openOnes()).toEqual([]);
		show(true);
		expect(openOnes()).toEqual(["/live?topics=lobby"]);
	});

	it("keeps no timer that would reconnect it", () => {
		listen("lobby", "wins");
		settle();
		last().fail(true);
		const poll = 1;
		const retry = 1;
		expect(vi.getTimerCount()).toBe(poll + retry);
		page.dispatchEvent(new Event("pagehide"));
		expect(vi.getTimerCount()).toBe(poll);
	});

	it("opens no second stream when it is shown for the first time", () => {
		listen("lobby", "wins");
		settle();
		show(false);
		expect(sources).toHaveLength(1);
	});
});
