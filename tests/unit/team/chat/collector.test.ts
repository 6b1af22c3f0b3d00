import { describe, expect, it } from "vitest";
import { createCollector, type Dropped, MAX_LENGTH, MAX_SENT } from "~/team/chat/collector";
import { commandIn } from "~/team/chat/commands";

const WINDOW_MS = 30_000;
/** ms until the platform answers a message. */
const SENDING_MS = 150;

/** A chat to which answers come at given times, in ms. The time is simulated in steps of 10 ms. */
function simulate(answers: readonly { at: number; name: string; text: string }[], until: number) {
	const dropped: Dropped[] = [];
	const collector = createCollector(
		(count) => `+${count}`,
		(why) => dropped.push(why),
	);
	const sent: { at: number; text: string }[] = [];
	const coming = answers.toSorted((one, other) => one.at - other.at);
	let doneAt: number | undefined;
	for (let now = 0; now <= until; now += 10) {
		for (let next = coming[0]; next && next.at <= now; next = coming[0]) {
			collector.add(next, now);
			coming.shift();
		}
		if (doneAt !== undefined) {
			if (now < doneAt) continue;
			collector.done(now, false);
			doneAt = undefined;
		}
		if (collector.waitMs(now) !== 0) continue;
		sent.push({ at: now, text: collector.take() });
		doneAt = now + SENDING_MS;
	}
	expect(mostIn30Seconds(sent)).toBeLessThanOrEqual(MAX_SENT);
	const again = sent.filter(({ at, text }) =>
		sent.some((one) => one.text === text && one.at > at && one.at < at + WINDOW_MS),
	);
	expect(again).toEqual([]);
	return { sent, dropped };
}

const viewers = (count: number, within: number) =>
	Array.from({ length: count }, (_, index) => ({
		...{ at: Math.floor((index * within) / count), name: `@viewer_${index}` },
		text: `${index * 1000} points`,
	}));
const mostIn30Seconds = (sent: readonly { at: number }[]) =>
	Math.max(...sent.map(({ at }) => sent.filter((one) => one.at >= at && one.at < at + WINDOW_MS).length));

describe("answers in the chat", () => {
	const namedIn = (text: string) => text.match(/@viewer_\d+/g) ?? [];

	it("to 500 commands in 10 s are at most 20 messages in 30 s, and name everybody", () => {
		const { sent, dropped } = simulate(viewers(500, 10_000), 120_000);
		expect(mostIn30Seconds(sent)).toBe(MAX_SENT);
		expect(sent.flatMap(({ text }) => namedIn(text))).toHaveLength(500);
		expect(dropped).toEqual([]);
		expect(Math.max(...sent.map(({ text }) => text.length))).toBeLessThanOrEqual(MAX_LENGTH);
	});

	it("that are equal name 500 viewers in 10 s in at most 20 messages, each within 2 s", () => {
		const asked = viewers(500, 10_000).map((one) => ({ ...one, text: "1000 points" }));
		const { sent } = simulate(asked, 20_000);
		expect(sent.length).toBeLessThanOrEqual(MAX_SENT);
		const shownAt = new Map(sent.flatMap(({ at, text }) => namedIn(text).map((name) => [name, at])));
		const waits = asked.map(({ name, at }) => (shownAt.get(name) ?? Number.NaN) + SENDING_MS - at);
		expect(Math.max(...waits)).toBeLessThanOrEqual(2000);
	});

	it("that are too many are counted, the oldest first", () => {
		const { sent, dropped } = simulate(viewers(1500, 10_000), 120_000);
		const counted = sent.map(({ text }) => Number(/\+(\d+)$/.exec(text)?.[1] ?? 0));
		const sum = counted.reduce((total, one) => total + one, 0);
		expect(sum).toBe(dropped.length);
		expect(sent.flatMap(({ text }) => namedIn(text)).length + sum).toBe(1500);
		expect(new Set(dropped)).toEqual(new Set(["overflow"]));
	});

	it("in a quiet chat come within 2 s", () => {
		const quiet = viewers(60, 600_000);
		const { sent } = simulate(quiet, 610_000);
		const waits = quiet.map(
			({ name, at }) => (sent.find(({ text }) => text.startsWith(`${name} `))?.at ?? Number.NaN) - at,
		);
		const [p95 = Number.NaN] = waits.toSorted((one, other) => one - other).slice(Math.floor(60 * 0.95));
		expect(p95 + SENDING_MS).toBeLessThanOrEqual(2000);
	});

	it("are never repeated within 30 s, also while one waits or is being sent", () => {
		const ask = (at: number) => ({ at, name: "@ana", text: "40 points" });
		const times = [0, 500, 1050, 10_000, 29_000, 31_200, 40_000];
		const { sent, dropped } = simulate(times.map(ask), 60_000);
		expect(sent.map(({ text }) => text)).toEqual(["@ana 40 points", "@ana 40 points"]);
		expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(WINDOW_MS);
		expect(dropped).toEqual(Array(5).fill("repeated"));
	});

	it("with the same text share it, and no message begins as a command", () => {
		const how = { at: 0, text: "sign in" };
		const { sent } = simulate(
			[
				...[
					{ ...how, name: "@ana" },
					{ ...how, name: "rui costa" },
				],
				{ at: 10, name: "@eva", text: "7 points" },
				{ at: 5000, name: "", text: "/ban !points" },
			],
			10_000,
		);
		const texts = sent.map(({ text }) => text);
		expect(texts).toEqual(["@ana rui costa sign in · @eva 7 points", "ban !points"]);
		expect(texts.filter(commandIn), "the site reads its own messages too").toEqual([]);
	});

	it("pause for 30 s after a message that the platform did not answer, and are then sent once more", () => {
		const collector = createCollector(String, () => {});
		collector.add({ name: "@ana", text: "1" }, 0);
		expect(collector.waitMs(0)).toBe(1000);
		collector.take();
		collector.done(1000, true);
		expect(collector.waitMs(1000)).toBe(30_000);
		collector.add({ name: "@eva", text: "2" }, 2000);
		expect(collector.waitMs(2000)).toBe(29_000);
		expect(collector.take()).toBe("@ana 1 · @eva 2");
		collector.done(31_000, true);
		expect(collector.take()).toBe("@eva 2");
		collector.done(61_000, true);
		expect(collector.waitMs(61_000)).toBeUndefined();
	});
});
