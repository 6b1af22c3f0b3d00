/**
 * Several processes act at the same moment. On PostgreSQL, four connection pools on one database stand for four processes. On
 * SQLite, where one process serves the file, four calls run in one process.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openForEachTest } from "../../support/for-each-test";
import { isOnPostgres } from "../../support/postgres/engine";
import { sized } from "../../support/test-size";
import { contentRaces } from "./content.races";
import { earningRaces } from "./earning.races";
import { gameRaces } from "./games.races";
import { huntRaces } from "./hunt.races";
import { pointsRaces } from "./points.races";
import { predictionRaces } from "./predictions.races";
import { openProcesses, openWorld, PROCESSES, runRace } from "./race.setup";
import { raffleRaces } from "./raffles.races";
import { requestRaces } from "./requests.races";
import { storeRaces } from "./store.races";
import { tournamentRaces } from "./tournaments.races";

const RACES = [
	storeRaces,
	pointsRaces,
	earningRaces,
	gameRaces,
	huntRaces,
	contentRaces,
	predictionRaces,
	raffleRaces,
	requestRaces,
	tournamentRaces,
].flat();
/** On PostgreSQL each call is the first one in one round, and in half of the rounds the acts meet. SQLite runs one act after the other. */
const ROUNDS = sized(isOnPostgres ? PROCESSES : 2, 40);
/** The keys and reasons that the races have used. */
const used = new Set<string>();

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
	processes = await openProcesses();
});
afterAll(() => processes?.close());
const world = openForEachTest(() => openWorld(processes));

describe("at the same moment", () => {
	for (const race of RACES)
		it(race.name, async () => {
			await runRace(world, race, ROUNDS);
			for (const name of await world.used()) used.add(name.replace(/:.*/, ""));
		});
});

it("each act with an idempotency key, and each reason to post points, has a race", () => {
	const declared = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".server.ts"))
		.flatMap((name) => {
			const source = readFileSync(`app/${name}`, "utf8");
			return [
				...source.matchAll(/(?:idempotencyKey|once).*\baction: "([\w.-]+)"/g),
				...source.matchAll(/\breason: ["`]([\w-]+)/g),
			].map(([, found = ""]) => found);
		});
	expect(declared.length).toBeGreaterThan(20);
	expect(declared.filter((name) => !used.has(name))).toEqual([]);
});
