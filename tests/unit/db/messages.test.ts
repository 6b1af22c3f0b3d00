import { assembler, partsOf } from "db/postgres/messages";
import fc from "fast-check";
import { expect, it } from "vitest";
import { propertySeed, sized } from "../../support/test-size";

/** The server refuses longer payloads. */
const MAX_BYTES = 7999;

it("messages of several senders are complete, and their payloads are short enough for the server and all different", () => {
	const message = fc.record({
		sender: fc.constantFrom("a1", "b2"),
		content: fc.oneof(
			fc.json().map((json) => JSON.parse(json) as unknown),
			fc.tuple(fc.string({ unit: "binary" }), fc.nat(2000)).map(([text, times]) => text.repeat(times)),
		),
	});
	let split = 0;
	fc.assert(
		fc.property(fc.array(message, { maxLength: 4 }), fc.infiniteStream(fc.boolean()), (sent, turns) => {
			const queues = ["a1", "b2"].map((sender) =>
				sent.filter((one) => one.sender === sender).flatMap((one) => partsOf(sender, one.content)),
			);
			const all = queues.flat();
			if (all.length > sent.length) split += 1;
			expect(all.filter((part) => Buffer.byteLength(part) > MAX_BYTES)).toEqual([]);
			expect(new Set(all).size).toBe(all.length);
			const take = assembler();
			const heard: { sender: string; content: unknown }[] = [];
			while (queues.some((queue) => queue.length > 0)) {
				const [first = [], second = []] = turns.next().value ? queues : [...queues].reverse();
				const part = first.shift() ?? second.shift();
				const whole = part === undefined ? undefined : take(part);
				if (whole) heard.push(whole);
			}
			const bySender = (messages: typeof heard) =>
				["a1", "b2"].map((sender) =>
					messages.filter((one) => one.sender === sender).map((one) => one.content),
				);
			expect(bySender(heard)).toEqual(JSON.parse(JSON.stringify(bySender(sent))));
		}),
		{ numRuns: sized(100, 5000), seed: propertySeed(20260304) },
	);
	expect(split).toBeGreaterThan(5);
});
