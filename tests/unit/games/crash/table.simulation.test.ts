import fc from "fast-check";
import { expect, it } from "vitest";
import { viewRound } from "~/games/crash/view";
import { createTestClock } from "../../../support/clock";
import { pickFrom, seededRandom } from "../../../support/random";
import { createMemoryBook } from "./table.book";
import { createCrowd, crowdUsers, FAIR, FOUL, randomCrashPoint, randomDelay, STORM } from "./table.crowd";
import { createJudge } from "./table.judge";
import { naiveMoment, naiveMultiplier } from "./table.oracle";
import { TIMING } from "./table.setup";
import { createWorld, type World } from "./table.world";

const ONLY = process.env.ONLY;
const RUNS = Number(process.env.CRASH_RUNS ?? 200);
const ROUNDS = 500;
/** Two of the crowd have next to nothing. */
const startingPoints = (userId: string) => (userId === "u0" || userId === "u1" ? 60 : 10_000_000);

/** Whatever happens, this holds of the round that runs. */
function checkStep(world: World, settled: WeakSet<object>) {
	if (world.wrong.length > 0) {
		console.log(world.wrong[0], world.record());
		throw new Error("something went wrong", { cause: world.wrong[0] });
	}
	const current = world.current();
	if (!current) return;
	const { round, elapsed } = current;
	for (const [userId, bet] of round.bets) {
		const fits =
			bet.userId === userId &&
			(bet.status === "active") === (bet.payout === null) &&
			(round.phase !== "waiting" || bet.status === "active") &&
			(bet.status !== "active" || !settled.has(bet));
		if (!fits) throw new Error(`round ${round.id} has ${JSON.stringify(bet)}`);
		if (bet.status !== "active") settled.add(bet);
	}
	if (round.phase !== "flying" || round.crashPoint === undefined) return;
	const { multiplier } = viewRound(round, elapsed, TIMING);
	const due = elapsed < naiveMoment(round.crashPoint) ? naiveMultiplier(elapsed) : round.crashPoint;
	if (multiplier !== due) throw new Error(`a flight is shown at ${multiplier} and not at ${due}`);
}

async function play(seed: number, rounds: number) {
	const random = seededRandom(seed);
	const weather = pickFrom([FAIR, FAIR, FAIR, FOUL, STORM], random);
	const clock = createTestClock();
	let brokenUntil = 0;
	const memory = createMemoryBook(clock, {
		delay: () => randomDelay(random),
		fails: () => clock.now() < brokenUntil || random() < weather.failing,
		crashPoint: () => randomCrashPoint(random),
		startingPoints,
	});
	const world = createWorld(clock, {
		async boot() {
			memory.boot();
			return memory.book;
		},
	});
	world.enter(createCrowd(world, random, weather, (id) => memory.roundOf(id).crashPoint));
	const judge = createJudge(world, startingPoints);
	const settled = new WeakSet();
	await world.boot();
	let steps = 0;
	while (world.openedRounds() <= rounds) {
		if (!(await clock.step()))
			throw new Error(
				`everything has come to a halt ${JSON.stringify([world.record(), world.current(), world.openAsks(), world.state()])}`,
			);
		steps += 1;
		checkStep(world, settled);
		for (const ask of world.takeAnswered()) judge.hear(ask, world.record());
		for (const record of world.takeEnded()) {
			judge.judge(record, memory.betsOf(record.id));
			for (const userId of crowdUsers) {
				const points = [memory.pointsOf(userId), judge.pointsOf(userId)];
				if (points[0] !== points[1]) throw new Error(`${userId} has ${points} points`);
			}
			memory.tidy();
			if (random() < weather.outages) brokenUntil = clock.now() + random() * 40_000;
		}
	}
	return { tally: judge.tally, steps };
}

it(`keeps to the rules through ${RUNS * ROUNDS} rounds`, async () => {
	const began = performance.now();
	let steps = 0;
	const sum: Record<string, number> = {};
	await fc.assert(
		fc.asyncProperty(
			ONLY ? fc.constant(Number(ONLY)) : fc.integer({ min: 0, max: 2 ** 31 }),
			async (seed) => {
				const played = await play(seed, ROUNDS);
				steps += played.steps;
				for (const [what, times] of Object.entries(played.tally)) sum[what] = (sum[what] ?? 0) + times;
			},
		),
		{ numRuns: RUNS, seed: Number(process.env.SEED ?? 20260304), endOnFailure: true },
	);
	console.log(
		`${RUNS * ROUNDS} rounds, ${steps} steps, ${((performance.now() - began) / 1000).toFixed(1)} s`,
	);
	console.log(sum);
}, 300_000);
