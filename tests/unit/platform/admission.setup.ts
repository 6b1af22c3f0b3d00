import { createAdmission, type Lane } from "~/platform/admission";

interface Arrival {
	/** ms. */
	at: number;
	lane: Lane;
	key?: string;
	/** ms of the process's time; or ms of waiting for somebody else, which cost no time. */
	cost?: number;
	waitsFor?: number;
	/** When its asker goes away, if that is before an answer. */
	gone?: number;
}

export interface Outcome extends Arrival {
	end: "answered" | "refused" | "gone" | "open";
	begunAt?: number;
	endedAt?: number;
}

const LOOK_MS = 25;

/**
 * One process that works on one thing at a time, with a clock of its own: what is begun shares the thread in turns
 * of a ms, as event loops do.
 */
export function simulate(arrivals: readonly Arrival[], { until }: { until: number }) {
	let time = 0;
	let turns: (() => void)[] = [];
	const admission = createAdmission({
		now: () => time,
		nextTurn: (run) => void turns.push(run),
		lag: () => 0,
	});
	const outcomes: Outcome[] = arrivals.map((arrival) => ({ ...arrival, end: "open" }));
	const coming = [...outcomes].sort((one, other) => one.at - other.at);
	interface Working {
		left: number;
		over(): void;
	}
	let working: Working[] = [];
	let waiting: { at: number; over(): void }[] = [];
	const leaving = new Map<number, (() => void)[]>();
	let next = 0;
	let busyMs = 0;
	let lookAt: number | undefined;
	let mostUnderWay = 0;

	function arrive(outcome: Outcome) {
		const { lane, key = "one", cost = 0, waitsFor = 0, gone } = outcome;
		const finish = () => {
			if (outcome.end !== "open") return;
			outcome.end = "answered";
			outcome.endedAt = time;
			leave();
		};
		let leave: () => void = () => {};
		leave = admission.ask({
			lane,
			key,
			begin() {
				outcome.begunAt = time;
				if (waitsFor > 0) waiting.push({ at: time + waitsFor, over: finish });
				else working.push({ left: cost, over: finish });
			},
			refuse() {
				if (outcome.end !== "open") throw new Error("refused what was over already");
				outcome.end = "refused";
				outcome.endedAt = time;
			},
		});
		if (gone !== undefined) {
			const go = () => {
				if (outcome.end !== "open") return;
				outcome.end = "gone";
				leave();
			};
			leaving.set(gone, [...(leaving.get(gone) ?? []), go]);
		}
	}

	for (; time < until; time += 1) {
		for (let one = coming[next]; one && one.at <= time; one = coming[next]) {
			next += 1;
			arrive(one);
		}
		for (const go of leaving.get(time) ?? []) go();
		const due = waiting.filter(({ at }) => at <= time);
		if (due.length > 0) waiting = waiting.filter(({ at }) => at > time);
		for (const one of due) one.over();
		const [first, ...others] = working;
		if (first) {
			busyMs += 1;
			first.left -= 1;
			working = first.left > 0 ? [...others, first] : others;
			if (first.left <= 0) first.over();
		}
		if (time === lookAt) {
			admission.look(busyMs < LOOK_MS / 2);
			lookAt = undefined;
		}
		if (lookAt === undefined && admission.isAnybodyWaiting()) {
			lookAt = time + LOOK_MS;
			busyMs = 0;
		}
		const now = turns;
		turns = [];
		for (const turn of now) turn();
		mostUnderWay = Math.max(mostUnderWay, admission.figures().underWay);
	}
	return { outcomes, figures: admission.figures(), mostUnderWay };
}

export const evenly = (
	perSecond: number,
	from: number,
	to: number,
	arrival: Omit<Arrival, "at">,
): Arrival[] =>
	Array.from({ length: Math.round(((to - from) / 1000) * perSecond) }, (_, index) => ({
		...arrival,
		at: Math.floor(from + (index * 1000) / perSecond),
	}));

export const countOf = (outcomes: readonly Outcome[], end: Outcome["end"]): number =>
	outcomes.filter((outcome) => outcome.end === end).length;

/** How long the answered ones took, in ms, the slowest of a hundred left out. */
export function p99(outcomes: readonly Outcome[]): number {
	const took = outcomes
		.flatMap(({ end, endedAt, at }) => (end === "answered" && endedAt !== undefined ? endedAt - at : []))
		.sort((one, other) => one - other);
	return took[Math.floor(took.length * 0.99)] ?? Number.NaN;
}
