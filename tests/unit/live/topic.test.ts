import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { reportFaults } from "~/lib/guarded";
import { encodeFrame, MAX_BEHIND, type Stream } from "~/live/stream.server";
import { Topic } from "~/live/topic.server";
import { propertySeed } from "../../support/test-size";
import { type FakeSocket, fakeStream } from "./fake-socket";

/** A topic with this many clients. With a slice of 0 ms each turn serves one client, otherwise a turn serves all. */
function open(clients: number, sliceMs = 60_000) {
	const cut = vi.fn((stream: Stream) => {
		topic.delete(stream);
		stream.cut();
	});
	const topic = new Topic("game", cut, sliceMs);
	const readers = Array.from({ length: clients }, fakeStream);
	for (const { stream } of readers) topic.add(stream);
	return { topic, readers, cut, reader: (index: number) => readers[index] as (typeof readers)[number] };
}

const numbers = ({ events }: FakeSocket) => events.map((event) => Number(event.split(" ")[1]));

it("a topic sends the same bytes to every client", () => {
	const { topic, reader } = open(2);
	topic.publish({ event: "state", data: { words: "olá\n" } });
	expect(reader(0).socket.text).toBe('event:game.state\ndata:{"words":"olá\\n"}\n\n');
	expect(reader(1).socket.written[0]).toBe(reader(0).socket.written[0]);
});

it("a topic encodes nothing without clients", () => {
	const toJSON = vi.fn();
	open(0).topic.publish({ event: "state", data: { toJSON } });
	expect(toJSON).not.toHaveBeenCalled();
});

describe("publishing in slices", () => {
	it("yields between slices and serves the client that has waited longest first", async () => {
		const { topic, readers } = open(3, 0);
		const served = () => readers.map(({ socket }) => socket.events.length);
		topic.publish({ event: "state", data: 1 });
		expect(served()).toEqual([1, 0, 0]);
		await nextTurn();
		expect(served()).toEqual([1, 1, 0]);
		topic.publish({ event: "state", data: 2 });
		await nextTurn();
		expect(served(), "the last client receives both together").toEqual([1, 1, 2]);
		expect(readers[2]?.socket.written, "in one write").toHaveLength(1);
		await nextTurn();
		await nextTurn();
		expect(served()).toEqual([2, 2, 2]);
	});

	it("goes on with the other clients after a write has failed", async () => {
		const { topic, reader } = open(3, 0);
		topic.publish({ event: "state", data: 1 });
		reader(1).socket._write = () => {
			throw new Error("a fault");
		};
		reportFaults(() => {});
		await nextTurn();
		await nextTurn();
		reportFaults((error) => console.error(error));
		expect(reader(2).socket.events).toEqual(["game.state 1"]);
		topic.delete(reader(1).stream);
		topic.publish({ event: "state", data: 2 });
		await nextTurn();
		await nextTurn();
		expect([0, 2].map((index) => reader(index).socket.events.length)).toEqual([2, 2]);
	});

	it.each([
		["replaces a pending tick with a later one and drops no other event", "state", {}],
		["replaces only pending frames of the same event", "count", { latest: true }],
	] as const)("%s", async (_title, other, options) => {
		const { topic, readers } = open(3, 0);
		topic.publish({ event: "tick", data: 1 }, { latest: true });
		topic.publish({ event: other, data: 2 }, options);
		topic.publish({ event: "tick", data: 3 }, { latest: true });
		for (let turn = 0; turn < 5; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([
			[1, 2, 3],
			[2, 3],
			[2, 3],
		]);
	});

	it("leaves out pending ticks that an event supersedes, and no other event", async () => {
		const { topic, readers } = open(3, 0);
		topic.publish({ event: "tick", data: 1 }, { latest: true });
		topic.publish({ event: "bets", data: 2 });
		topic.publish({ event: "phase", data: 3 }, { supersedes: "tick" });
		topic.publish({ event: "tick", data: 4 }, { latest: true });
		await topic.whenSent();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([
			[1, 2, 3, 4],
			[2, 3, 4],
			[2, 3, 4],
		]);
	});

	it("reports when all clients have been served, which is at once between two publications", async () => {
		const { topic, readers } = open(3, 0);
		const served = () => readers.filter(({ socket }) => socket.events.length > 0).length;
		await topic.whenSent();
		topic.publish({ event: "state", data: 1 });
		expect(served()).toBe(1);
		await topic.whenSent();
		expect(served()).toBe(3);
	});

	it("does not count a pause of the process during a slice as a cost of sending", () => {
		const { topic } = open(100, 5);
		let time = 0;
		const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 8000));
		topic.publish({ event: "state", data: 1 });
		clock.mockRestore();
		expect(topic.fanOutMs, "one client in a slice of 5 ms").toBe(500);
	});

	it("sends a private frame after earlier public ones", async () => {
		const { topic, readers, reader } = open(3, 0);
		topic.publish({ event: "state", data: 1 });
		topic.sendTo(reader(2).stream, encodeFrame("game", { event: "own", data: 2 }));
		expect(numbers(reader(2).socket)).toEqual([1, 2]);
		for (let turn = 0; turn < 4; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([[1], [1], [1, 2]]);
	});
});

describe("a client that is behind", () => {
	it("receives no ticks, but all other events", () => {
		const { topic, reader } = open(1);
		reader(0).socket.stalled = true;
		topic.publish({ event: "state", data: 1 });
		topic.publish({ event: "tick", data: 2 }, { latest: true });
		topic.publish({ event: "state", data: 3 });
		reader(0).socket.drain();
		topic.publish({ event: "tick", data: 4 }, { latest: true });
		expect(numbers(reader(0).socket)).toEqual([1, 3, 4]);
	});

	it("is disconnected when its connection is lost during a write", () => {
		const { topic, reader } = open(2);
		reader(0).socket.stalled = true;
		topic.publish({ event: "state", data: 1 });
		expect(reader(0).socket.ended).toBeUndefined();
		reader(0).socket.reset();
		expect([reader(0).socket.ended, reader(1).socket.ended]).toEqual(["cut", undefined]);
		expect(reader(0).stream.behind).toBe(0);
	});

	it("is disconnected when its backlog exceeds the limit, unlike other clients", () => {
		const { topic, reader, cut } = open(2);
		reader(0).socket.stalled = true;
		const data = "x".repeat(1000);
		const frame = encodeFrame("game", { event: "state", data }).length;
		const maxFrames = Math.floor(MAX_BEHIND / frame);
		for (let count = 0; count < maxFrames; count += 1) topic.publish({ event: "state", data });
		expect(reader(0).stream.behind).toBe(maxFrames * frame);
		expect(cut).not.toHaveBeenCalled();
		topic.publish({ event: "state", data });
		expect(cut).toHaveBeenCalledExactlyOnceWith(reader(0).stream);
		expect([reader(0).socket.ended, reader(1).socket.ended]).toEqual(["cut", undefined]);
		expect(reader(1).socket.events).toHaveLength(maxFrames + 1);
	});
});

type Step = { action: "state" | "tick" | "turn" } | { action: "own" | "join" | "leave"; client: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		fc.constantFrom<Step[]>({ action: "state" }, { action: "tick" }, { action: "turn" }),
		fc.record({
			action: fc.constantFrom("own" as const, "join" as const, "leave" as const),
			client: fc.nat(4),
		}),
	),
	{ maxLength: 60 },
);

it("every client receives all events since it joined in order, and ticks in ascending order", async () => {
	await fc.assert(
		fc.asyncProperty(steps, async (list) => {
			const topic = new Topic("game", () => {}, 0);
			const connected = new Map<number, ReturnType<typeof fakeStream> & { expected: number[] }>();
			const all: { socket: FakeSocket; expected: number[]; left: boolean }[] = [];
			let count = 0;
			for (const step of list) {
				if (step.action === "turn") await nextTurn();
				else if (step.action === "state" || step.action === "tick") {
					const data = ++count;
					topic.publish({ event: step.action, data }, { latest: step.action === "tick" });
					if (step.action === "state") for (const { expected } of connected.values()) expected.push(data);
				} else if (step.action === "join" && !connected.has(step.client)) {
					const reader = { ...fakeStream(), expected: [] as number[], left: false };
					topic.add(reader.stream);
					connected.set(step.client, reader);
					all.push(reader);
				} else if ("client" in step) {
					const reader = connected.get(step.client);
					if (!reader) continue;
					if (step.action === "leave") {
						topic.delete(reader.stream);
						connected.delete(step.client);
						Object.assign(reader, { left: true });
					} else {
						const data = ++count;
						topic.sendTo(reader.stream, encodeFrame("game", { event: "own", data }));
						reader.expected.push(data);
					}
				}
			}
			for (let turn = 0; turn < 2 + connected.size; turn += 1) await nextTurn();
			for (const { socket, expected, left } of all) {
				const received = numbers(socket);
				expect(received).toEqual([...received].sort((a, b) => a - b));
				const kept = socket.events.flatMap((event, i) => (event.startsWith("game.tick") ? [] : received[i]));
				expect(kept).toEqual(left ? expected.slice(0, kept.length) : expected);
			}
		}),
		{ seed: propertySeed(1) },
	);
});
