/**
 * Several processes act at the same moment. On PostgreSQL, four connection pools on one database stand for four processes. On
 * SQLite, where one process serves the file, four calls run in one process.
 */
import { afterAll, beforeAll, describe, it } from "vitest";
import { openForEachTest } from "../../support/for-each-test";
import { sized } from "../../support/test-size";
import { openProcesses, openWorld, PROCESSES, runRace } from "./race.setup";
import { RACES } from "./races";

/** Each call is the first one in one round, and in half of the rounds the acts meet. */
const ROUNDS = sized(PROCESSES, 40);

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
	processes = await openProcesses();
});
afterAll(() => processes?.close());
const world = openForEachTest(() => openWorld(processes));

describe("at the same moment", () => {
	for (const race of RACES) it(race.name, () => runRace(world, race, ROUNDS));
});
