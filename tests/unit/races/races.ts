import { contentRaces } from "./content.races";
import { earningRaces } from "./earning.races";
import { gameRaces } from "./games.races";
import { huntRaces } from "./hunt.races";
import { pointsRaces } from "./points.races";
import type { Race } from "./race.setup";
import { storeRaces } from "./store.races";

/** All races. `acts.coverage.test.ts` requires one of each act that spends or earns. */
export const RACES: readonly Race[] = [
	...storeRaces,
	...pointsRaces,
	...earningRaces,
	...gameRaces,
	...huntRaces,
	...contentRaces,
];
