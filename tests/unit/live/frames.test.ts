/** Topics whose one event holds the whole state. */
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { sleepUntil } from "~/lib/clock";
import { openFrames, openUserFrames } from "~/live/frames.server";
import { createTestClock } from "../../support/clock";
import { eventually } from "../../support/eventually";
import { propertySeed, sized } from "../../support/test-size";

function open(readers = 1) {
	const clock = createTestClock({ turnsEach: 20 });
	const published: unknown[][] = [];
	const sent: unknown[][] = [];
	let receive: (values: unknown) => void = () => {};
	let snapshot: (keys: string[]) => unknown = () => undefined;
	const error = vi.fn();
	const site = {
		...{ clock, log: { error } },
		bus: {
			publish: (...call: unknown[]) => void sent.push(call),
			subscribe: (_topic: string, listener: typeof receive) => {
				receive = listener;
			},
		},
		hub: {
			openTopic: (_topic: string, options: { snapshot: typeof snapshot }) => {
				snapshot = options.snapshot;
			},
			countOn: () => readers,
			isWatched: (_topic: string, key: string) => key !== "user:absent",
			publish: (...call: unknown[]) => void published.push(call),
			publishTo: (...call: unknown[]) => void published.push(call),
		},
	} as never as Parameters<typeof openFrames>[0];
	return {
		...{ site, clock, published, sent, error },
		receive: (...values: unknown[]) => receive(values),
		snapshot: (keys: string[] = []) => snapshot(keys),
	};
}

function createSlowRead() {
	let end: (state: never) => void = () => {};
	const state = new Promise<never>((resolve) => {
		end = resolve;
	});
	return { state, end };
}

it("a public state is published 500 ms after the first change, once for all changes until then", async () => {
	const at = open();
	let state = 1;
	const changed = openFrames(at.site, "store" as never, "items" as never, async () => state as never);
	expect(await at.snapshot()).toEqual([{ event: "items", data: 1 }]);
	changed();
	changed();
	await at.clock.advance(499);
	state = 2;
	expect(at.published).toEqual([]);
	await at.clock.advance(1);
	expect(at.published.splice(0)).toEqual([["store", "items", 2]]);
	expect(at.sent, "the other processes publish it too").toEqual([
		["store", []],
		["store", []],
	]);
	at.receive();
	await at.clock.advance(500);
	expect(at.published).toEqual([["store", "items", 2]]);
});

it("nothing is read without a stream, and a failed read is logged and does not end the topic", async () => {
	const read = vi.fn(async () => 1 as never);
	const empty = open(0);
	openFrames(empty.site, "store" as never, "items" as never, read)();
	await empty.clock.advance(1000);
	expect(read).not.toHaveBeenCalled();

	const at = open();
	read.mockRejectedValueOnce(new Error("unreadable"));
	const changed = openFrames(at.site, "store" as never, "items" as never, read);
	for (let turn = 0; turn < 2; turn += 1) {
		changed();
		await at.clock.advance(500);
	}
	expect(at.error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: "frame-failed" }));
	expect(at.published).toEqual([["store", "items", 1]]);
});

it("a user's state goes to that user's streams in every process, and the last event has the last state", async () => {
	const at = open();
	let state: number | undefined = 1;
	const read = vi.fn(async () => state as never);
	const changed = openUserFrames(at.site, "points" as never, "updated" as never, read);
	expect(await at.snapshot(["demo:1"])).toEqual([]);
	expect(await at.snapshot(["user:ana"])).toEqual([{ event: "updated", data: 1 }]);
	read.mockClear();
	changed("absent");
	expect(read).not.toHaveBeenCalled();
	changed("ana");
	state = 2;
	for (let call = 0; call < 5; call += 1) changed("ana");
	at.receive("ana");
	["ana"].forEach(changed as never);
	expect(new Set(at.sent.map((call) => JSON.stringify(call)))).toEqual(
		new Set(['["points",["absent"]]', '["points",["ana"]]']),
	);
	await eventually(() => expect(at.published.at(-1)).toEqual(["user:ana", "points", "updated", 2]));
	expect(at.published.length, "calls during a run share one more").toBe(2);
	state = undefined;
	expect(await at.snapshot(["user:ana"])).toEqual([]);
});

it("a stream that begins during a publication does not end with the older state", async () => {
	const at = open();
	const slow = createSlowRead();
	const read = vi.fn(async () => 2 as never).mockReturnValueOnce(slow.state);
	const changed = openFrames(at.site, "store" as never, "items" as never, read);
	const begun = at.snapshot();
	changed();
	await at.clock.advance(500);
	expect(at.published).toEqual([["store", "items", 2]]);
	slow.end(1 as never);
	expect(await begun).toEqual([{ event: "items", data: 2 }]);

	const own = open();
	const slowOwn = createSlowRead();
	// A state may be null.
	const readOwn = vi.fn(async (_userId: string) => null as never).mockReturnValueOnce(slowOwn.state);
	const changedOwn = openUserFrames(own.site, "points" as never, "updated" as never, readOwn);
	const begunOwn = own.snapshot(["user:ana"]);
	changedOwn("ana");
	await eventually(() => expect(own.published).toEqual([["user:ana", "points", "updated", null]]));
	slowOwn.end(1 as never);
	expect(await begunOwn).toEqual([{ event: "updated", data: null }]);
});

/** A state changes, a stream begins, or some time passes; the reads that begin then take some time. */
const step = fc.record({
	kind: fc.constantFrom("change", "begin", "wait"),
	to: fc.nat({ max: 1 }),
	ms: fc.constantFrom(100, 300, 500),
	readMs: fc.constantFrom(0, 10, 700),
});

it.each([
	["is published after each change", undefined],
	["is not published if all streams have it", (state: number) => String(state)],
] as const)("a state that %s is the last one of every stream", async (_what, nameOf) => {
	let published = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
			const at = open();
			let state = 0;
			let readMs = 0;
			const changed = openFrames(
				at.site,
				"store" as never,
				"items" as never,
				async () => {
					const read = state;
					await sleepUntil(at.clock, at.clock.now() + readMs);
					return read as never;
				},
				500,
				nameOf as never,
			);
			const streams: unknown[][] = [];
			const publish = at.published.push.bind(at.published);
			at.published.push = (frame) => {
				for (const stream of streams) stream.push(frame[2]);
				return publish(frame);
			};
			for (const { kind, to, ms, ...next } of steps) {
				({ readMs } = next);
				if (kind === "wait") await at.clock.advance(ms);
				if (kind === "change") {
					state = to;
					changed();
				}
				if (kind === "begin") {
					const stream: unknown[] = [];
					const snapshot = at.snapshot() as Promise<{ data: unknown }[]>;
					void snapshot.then((messages) => stream.push(...messages.map(({ data }) => data)));
					streams.push(stream);
				}
			}
			await at.clock.advance(5000);
			for (const stream of streams) expect(stream.at(-1)).toBe(state);
			published += at.published.length;
		}),
		{ numRuns: sized(150, 5000), seed: propertySeed(20260304) },
	);
	expect(published).toBeGreaterThan(100);
});

it("a state that all streams have is published again if a stream has begun with another one between", async () => {
	const at = open();
	let state = 1;
	const changed = openFrames(
		...([at.site, "store", "items", async () => state, 500, String] as unknown as Parameters<
			typeof openFrames
		>),
	);
	const publish = async () => {
		changed();
		await at.clock.advance(500);
		return at.published.splice(0).map(([, , data]) => data);
	};
	expect([await publish(), await publish()]).toEqual([[1], []]);
	state = 2;
	expect(await at.snapshot()).toEqual([{ event: "items", data: 2 }]);
	state = 1;
	expect([await publish(), await publish()]).toEqual([[1], []]);
});
