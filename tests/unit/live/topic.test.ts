import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { encodeFrame } from "~/live/frame.server";
import { MAX_BEHIND, type Stream } from "~/live/stream.server";
import { Topic } from "~/live/topic.server";
import { type FakeSocket, fakeStream } from "./fake-socket";

/** A topic with so many listeners. With no time for a slice each turn serves one of them; else one serves all. */
function open(listeners: number, sliceMs = 60_000) {
	const cut = vi.fn((stream: Stream) => {
		topic.delete(stream);
		stream.cut();
	});
	const topic = new Topic("table", cut, sliceMs);
	const readers = Array.from({ length: listeners }, fakeStream);
	for (const { stream } of readers) topic.add(stream);
	return { topic, readers, cut, reader: (index: number) => readers[index] as (typeof readers)[number] };
}

const numbers = ({ events }: FakeSocket) => events.map((event) => Number(event.split(" ")[1]));

it("sends the same bytes to every listener", () => {
	const { topic, reader } = open(2);
	topic.publish({ event: "state", data: { words: "olá\n" } });
	expect(reader(0).socket.text).toBe('event:table.state\ndata:{"words":"olá\\n"}\n\n');
	expect(reader(1).socket.written[0]).toBe(reader(0).socket.written[0]);
});

it("encodes nothing for nobody", () => {
	const toJSON = vi.fn();
	open(0).topic.publish({ event: "state", data: { toJSON } });
	expect(toJSON).not.toHaveBeenCalled();
});

describe("in slices", () => {
	it("lets the process do other work between them, and serves who has waited longest first", async () => {
		const { topic, readers } = open(3, 0);
		const served = () => readers.map(({ socket }) => socket.events.length);
		topic.publish({ event: "state", data: 1 });
		expect(served()).toEqual([1, 0, 0]);
		await nextTurn();
		expect(served()).toEqual([1, 1, 0]);
		topic.publish({ event: "state", data: 2 });
		await nextTurn();
		expect(served(), "the last gets both at once").toEqual([1, 1, 2]);
		await nextTurn();
		await nextTurn();
		expect(served()).toEqual([2, 2, 2]);
	});

	it("a later tick overtakes the one before, but nothing that happened is left out", async () => {
		const { topic, readers } = open(3, 0);
		topic.publish({ event: "tick", data: 1 }, { latest: true });
		topic.publish({ event: "state", data: 2 });
		topic.publish({ event: "tick", data: 3 }, { latest: true });
		for (let turn = 0; turn < 5; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([
			[1, 2, 3],
			[2, 3],
			[2, 3],
		]);
	});

	it("a replaceable frame replaces only those of its own event", async () => {
		const { topic, readers } = open(3, 0);
		topic.publish({ event: "tick", data: 1 }, { latest: true });
		topic.publish({ event: "count", data: 2 }, { latest: true });
		topic.publish({ event: "tick", data: 3 }, { latest: true });
		for (let turn = 0; turn < 5; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([
			[1, 2, 3],
			[2, 3],
			[2, 3],
		]);
	});

	it("a private frame comes after the public ones before it", async () => {
		const { topic, readers, reader } = open(3, 0);
		topic.publish({ event: "state", data: 1 });
		topic.sendTo(reader(2).stream, encodeFrame("table", { event: "own", data: 2 }));
		expect(numbers(reader(2).socket)).toEqual([1, 2]);
		for (let turn = 0; turn < 4; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([[1], [1], [1, 2]]);
	});

	it("nothing goes to a listener who has left meanwhile, nor what was before to one who came", async () => {
		const { topic, readers, reader } = open(3, 0);
		topic.publish({ event: "state", data: 1 });
		topic.delete(reader(1).stream);
		const late = fakeStream();
		topic.add(late.stream);
		for (let turn = 0; turn < 4; turn += 1) await nextTurn();
		expect(readers.map(({ socket }) => numbers(socket))).toEqual([[1], [], [1]]);
		expect(late.socket.written).toEqual([]);
	});
});

describe("a reader who is behind", () => {
	it("gets no ticks, but everything else", () => {
		const { topic, reader } = open(1);
		reader(0).socket.stalled = true;
		topic.publish({ event: "state", data: 1 });
		topic.publish({ event: "tick", data: 2 }, { latest: true });
		topic.publish({ event: "state", data: 3 });
		reader(0).socket.drain();
		topic.publish({ event: "tick", data: 4 }, { latest: true });
		expect(numbers(reader(0).socket)).toEqual([1, 3, 4]);
	});

	it("is cut off when more waits for it than may, and nobody else", () => {
		const { topic, reader, cut } = open(2);
		reader(0).socket.stalled = true;
		const data = "x".repeat(1000);
		const frame = encodeFrame("table", { event: "state", data }).length;
		const most = Math.floor(MAX_BEHIND / frame);
		for (let count = 0; count < most; count += 1) topic.publish({ event: "state", data });
		expect(reader(0).socket.writableLength).toBe(most * frame);
		expect(cut).not.toHaveBeenCalled();
		topic.publish({ event: "state", data });
		expect(cut).toHaveBeenCalledExactlyOnceWith(reader(0).stream);
		expect([reader(0).socket.ended, reader(1).socket.ended]).toEqual(["cut", undefined]);
		expect(reader(1).socket.events).toHaveLength(most + 1);
	});
});

it("knows what sending to all of them costs, and nothing before it was tried", () => {
	const { topic } = open(500);
	expect(topic.fanOutMs).toBe(0);
	topic.publish({ event: "state", data: 1 });
	expect(topic.fanOutMs).toBeGreaterThan(0);
	expect(topic.fanOutMs).toBeLessThan(100);
});

type Act = { do: "state" | "tick" | "turn" } | { do: "own" | "join" | "leave"; who: number };

const acts: fc.Arbitrary<Act[]> = fc.array(
	fc.oneof(
		fc.constantFrom<Act[]>({ do: "state" }, { do: "tick" }, { do: "turn" }),
		fc.record({ do: fc.constantFrom("own" as const, "join" as const, "leave" as const), who: fc.nat(4) }),
	),
	{ maxLength: 60 },
);

it("gives every listener all that happened while it listened, in order, and ticks that never go back", async () => {
	await fc.assert(
		fc.asyncProperty(acts, async (list) => {
			const topic = new Topic("table", () => {}, 0);
			const listening = new Map<number, ReturnType<typeof fakeStream> & { due: number[] }>();
			const all: { socket: FakeSocket; due: number[]; left: boolean }[] = [];
			let count = 0;
			for (const act of list) {
				if (act.do === "turn") await nextTurn();
				else if (act.do === "state" || act.do === "tick") {
					const data = ++count;
					topic.publish({ event: act.do, data }, { latest: act.do === "tick" });
					if (act.do === "state") for (const { due } of listening.values()) due.push(data);
				} else if (act.do === "join" && !listening.has(act.who)) {
					const reader = { ...fakeStream(), due: [] as number[], left: false };
					topic.add(reader.stream);
					listening.set(act.who, reader);
					all.push(reader);
				} else if ("who" in act) {
					const reader = listening.get(act.who);
					if (!reader) continue;
					if (act.do === "leave") {
						topic.delete(reader.stream);
						listening.delete(act.who);
						Object.assign(reader, { left: true });
					} else {
						const data = ++count;
						topic.sendTo(reader.stream, encodeFrame("table", { event: "own", data }));
						reader.due.push(data);
					}
				}
			}
			for (let turn = 0; turn < 2 + listening.size; turn += 1) await nextTurn();
			for (const { socket, due, left } of all) {
				const got = numbers(socket);
				expect(got).toEqual([...got].sort((a, b) => a - b));
				const kept = socket.events.flatMap((event, i) => (event.startsWith("table.tick") ? [] : got[i]));
				expect(kept).toEqual(left ? due.slice(0, kept.length) : due);
			}
		}),
	);
});
