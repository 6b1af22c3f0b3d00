import fc from "fast-check";
import { expect, it } from "vitest";
import { LANES } from "~/platform/admission";
import { countOf, evenly, p99, simulate } from "./admission.setup";

/** A page takes 5 ms: 200 a second are all that can be answered. */
const PAGE = { lane: "page", cost: 5 } as const;

it("turns nobody away below what it can answer, and makes nobody wait", () => {
	const { outcomes } = simulate(evenly(180, 0, 20_000, PAGE), { until: 21_000 });
	expect(countOf(outcomes, "answered")).toBe(outcomes.length);
	expect(p99(outcomes)).toBeLessThan(30);
});

it("answers all of 500 who come at once", () => {
	const crowd = Array.from({ length: 500 }, (_, index) => ({
		at: 100,
		...PAGE,
		key: `viewer ${index % 40}`,
	}));
	const { outcomes, mostUnderWay } = simulate(crowd, { until: 4000 });
	expect(countOf(outcomes, "answered")).toBe(500);
	expect(p99(outcomes)).toBeLessThan(2600);
	expect(mostUnderWay).toBeLessThanOrEqual(4);
});

it.each([1.5, 3, 10])(
	"asked for %d times what it can answer, it loses nothing of that, and waits are bounded",
	(load) => {
		const seconds = 15;
		const { outcomes } = simulate(evenly(200 * load, 0, seconds * 1000, PAGE), {
			until: (seconds + 5) * 1000,
		});
		expect(countOf(outcomes, "open")).toBe(0);
		const later = outcomes.filter(({ at }) => at > 5000);
		const answered = later.filter(({ end }) => end === "answered");
		expect(answered.length).toBeGreaterThan(0.97 * 200 * (seconds - 5));
		expect(p99(later)).toBeLessThan(1100);
		expect(p99(outcomes)).toBeLessThan(3100);
		const refusals = outcomes.filter(({ end }) => end === "refused");
		const waits = refusals.map(({ at, endedAt = Infinity }) => endedAt - at);
		expect(Math.max(...waits)).toBeLessThan(3100);
	},
);

it("is as quick as ever within a second after the crowd has gone", () => {
	const crowd = evenly(1000, 0, 10_000, PAGE);
	const after = evenly(100, 11_000, 15_000, PAGE);
	const { outcomes } = simulate([...crowd, ...after], { until: 16_000 });
	const late = outcomes.filter(({ at }) => at >= 11_000);
	expect(countOf(late, "answered")).toBe(late.length);
	expect(p99(late)).toBeLessThan(30);
});

it("acts at once on forms, whoever reads, and still answers readers while many forms come", () => {
	const readers = evenly(600, 0, 20_000, PAGE);
	const cashOuts = evenly(50, 0, 20_000, { lane: "act", cost: 1 });
	const read = simulate([...readers, ...cashOuts], { until: 22_000 }).outcomes;
	const acts = read.filter(({ lane }) => lane === "act");
	expect(countOf(acts, "answered")).toBe(acts.length);
	expect(p99(acts)).toBeLessThan(30);

	const forms = evenly(2000, 0, 6000, { lane: "act", cost: 1 });
	const acted = simulate([...forms, ...readers.filter(({ at }) => at < 6000)], { until: 10_000 }).outcomes;
	expect(
		countOf(
			acted.filter(({ lane }) => lane === "page"),
			"answered",
		),
	).toBeGreaterThan(100);
});

it("gives pictures, streams and pages their turns beside each other", () => {
	const { outcomes } = simulate(
		[
			...evenly(1000, 0, 10_000, { lane: "stream", cost: 1 }),
			...evenly(100, 0, 10_000, { lane: "part", cost: 1 }),
			...evenly(200, 0, 10_000, PAGE),
		],
		{ until: 12_000 },
	);
	const answered = (lane: string) =>
		countOf(
			outcomes.filter((outcome) => outcome.lane === lane),
			"answered",
		);
	expect(answered("part")).toBe(1000);
	expect(answered("page")).toBeGreaterThan(1000);
	expect(answered("stream")).toBeGreaterThan(1000);
});

it("turns those away who ask for too much, not those who come beside them", () => {
	const { outcomes } = simulate(
		[
			...evenly(1000, 0, 20_000, { ...PAGE, key: "flood" }),
			...evenly(50, 1000, 20_000, { ...PAGE, key: "someone" }),
			...evenly(50, 1000, 20_000, { ...PAGE, key: "somebody" }),
		],
		{ until: 22_000 },
	);
	const others = outcomes.filter(({ key }) => key !== "flood");
	expect(countOf(others, "answered")).toBe(others.length);
	expect(p99(others)).toBeLessThan(60);
});

it("lets others pass while those under way wait for somebody outside", () => {
	const slow = Array.from({ length: 50 }, () => ({ at: 0, lane: "page" as const, waitsFor: 10_000 }));
	const { outcomes } = simulate([...slow, ...evenly(50, 2000, 8000, PAGE)], { until: 12_000 });
	expect(countOf(outcomes, "answered")).toBe(outcomes.length);
	expect(p99(outcomes.filter(({ cost }) => cost))).toBeLessThan(60);
});

it("turns a reader away at once when the event loop is later than anybody should wait", async () => {
	const { createAdmission } = await import("~/platform/admission");
	let lag = 0;
	const said: string[] = [];
	const admission = createAdmission({ now: () => 0, nextTurn: () => {}, lag: () => lag });
	const ask = (name: string) =>
		admission.ask({
			lane: "page",
			key: name,
			begin: () => said.push(`${name} begins`),
			refuse: () => said.push(`${name} is refused`),
		});
	for (const name of ["a", "b", "c", "d", "e"]) ask(name);
	lag = 5000;
	ask("f");
	expect(said).toEqual(["a begins", "b begins", "c begins", "d begins", "f is refused"]);
});

const arrivals = fc.array(
	fc.record({
		at: fc.nat(3000),
		lane: fc.constantFrom(...LANES),
		key: fc.constantFrom("a", "b", "c"),
		cost: fc.nat(40),
		waitsFor: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3000)),
		gone: fc.option(fc.nat(6000), { nil: undefined }),
	}),
	{ maxLength: 300 },
);

it("answers or refuses each once, or its asker has gone, and keeps no place and nobody waiting", () => {
	fc.assert(
		fc.property(arrivals, (those) => {
			const valid = those.map((one) => ({ ...one, gone: one.gone && Math.max(one.gone, one.at + 1) }));
			const { outcomes, figures } = simulate(valid, { until: 25_000 });
			expect(countOf(outcomes, "open")).toBe(0);
			expect(figures).toMatchObject({ underWay: 0, waiting: 0 });
			const refused = Object.values(figures.refused).reduce((sum, count) => sum + count, 0);
			expect(refused).toBe(countOf(outcomes, "refused"));
		}),
		{ numRuns: 30 },
	);
});

it.each([250, 600])(
	"answers all readers beside %d forms a second while some wait for a provider that does not answer",
	(forms) => {
		const readers = evenly(40, 0, 30_000, PAGE);
		const others = [
			...evenly(1, 0, 30_000, { lane: "page", key: "at the provider", waitsFor: 10_000 }),
			...evenly(forms, 0, 30_000, { lane: "act", cost: 1 }),
		];
		const { outcomes } = simulate([...readers, ...others], { until: 45_000 });
		const read = outcomes.filter(({ lane, cost }) => lane === "page" && cost);
		expect([countOf(read, "answered"), countOf(outcomes, "refused")]).toEqual([readers.length, 0]);
		expect(p99(read)).toBeLessThan(1500);
	},
);
