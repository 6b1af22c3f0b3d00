/**
 * Several processes act at the same moment. On PostgreSQL, four connection pools on one database stand for four processes. On
 * SQLite, where one process serves the file, four calls run in one process.
 */
import { describe, it } from "vitest";
import { openForEachTest } from "../../support/for-each-test";
import { isOnPostgres } from "../../support/postgres/engine";
import { sized } from "../../support/test-size";
import { openWorld, runRound } from "./race.setup";
import { RACES } from "./races";

const ROUNDS = sized(isOnPostgres ? 8 : 5, 40);

const world = openForEachTest(openWorld);

describe("at the same moment", () => {
	for (const race of RACES) {
		it(race.name, async () => {
			for (let round = 0; round < ROUNDS; round++) await runRound(world, race, round);
		});
	}
});
