import { startsForSlot } from "~/games/plinko/screen/board/drop-index";
import { type Clock, DropPlayer } from "~/games/plinko/screen/board/drop-player";
import { DropSimulation, SLOTS, simulateDrop, slotAt } from "~/games/plinko/screen/board/physics";

export interface ReplayReport {
	agent: string;
	balls: number;
	/** Balls displayed in another slot than the drawn one. */
	wrong: number;
	/** Balls that did not land exactly once. */
	miscounted: number;
	/** Simulated falls that were discarded because they ended in another slot. */
	discarded: number;
	entries: number;
	/** Entries of the index that end in another slot in this browser. */
	wrongEntries: number;
	/** Hash of all points of all entries. Engines that compute the same falls have the same hash. */
	hash: string;
	millisecondsPerDrop: number;
}

/** Probabilities of the site's table in 1/2000. */
const WEIGHTS = [1, 4, 20, 60, 80, 160, 440, 470, 440, 160, 80, 60, 20, 4, 1];
const BALLS_PER_DROP = 50;

/** A seeded generator, so that every browser gets the same balls. */
function generator(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

function draw(random: () => number): number {
	let left = random() * 2000;
	return WEIGHTS.findIndex((weight) => {
		left -= weight;
		return left < 0;
	});
}

/** Plays drops with the real player and a simulated clock. */
function replay(balls: number) {
	const random = generator(20240);
	let time = 0;
	let frame: ((now: number) => void) | undefined;
	const clock: Clock = {
		now: () => time,
		request: (next) => {
			frame = next;
			return 1;
		},
		cancel: () => {
			frame = undefined;
		},
	};
	let simulated = 0;
	const landings = new Int32Array(BALLS_PER_DROP);
	const player = new DropPlayer(
		{ paint: () => false },
		{
			clock,
			pick: (count) => Math.floor(random() * count),
			simulate: (start) => {
				simulated++;
				return new DropSimulation(start);
			},
			onLand: (ball) => {
				landings[ball] = (landings[ball] ?? 0) + 1;
			},
		},
	);
	let wrong = 0;
	let miscounted = 0;
	for (let left = balls; left > 0; left -= BALLS_PER_DROP) {
		const slots = Array.from({ length: Math.min(left, BALLS_PER_DROP) }, () => draw(random));
		landings.fill(0);
		player.play(slots);
		while (frame) {
			const next = frame;
			frame = undefined;
			time += 20;
			next(time);
		}
		slots.forEach((slot, ball) => {
			if (slotAt(player.restingPlace(ball)?.x ?? -1) !== slot) wrong++;
			if (landings[ball] !== 1) miscounted++;
		});
	}
	return { balls, wrong, miscounted, discarded: simulated - balls };
}

function checkIndex() {
	let entries = 0;
	let wrongEntries = 0;
	let hash = 0x811c9dc5;
	const before = performance.now();
	for (let slot = 0; slot < SLOTS; slot++) {
		for (const start of startsForSlot(slot)) {
			entries++;
			const drop = simulateDrop(start);
			if (drop?.slot !== slot) wrongEntries++;
			for (const word of new Uint32Array(drop?.points.buffer ?? new ArrayBuffer(0))) {
				hash = Math.imul(hash ^ word, 0x01000193);
			}
		}
	}
	const millisecondsPerDrop = (performance.now() - before) / entries;
	return { entries, wrongEntries, hash: (hash >>> 0).toString(16), millisecondsPerDrop };
}

const balls = Number(new URLSearchParams(location.search).get("balls"));
let body: ReplayReport | { error: string };
try {
	body = { agent: navigator.userAgent, ...replay(balls), ...checkIndex() };
} catch (error) {
	body = { error: String(error) };
}
await fetch("/report", { method: "POST", body: JSON.stringify(body) });
