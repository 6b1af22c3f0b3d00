/** One site per worker, for tests that do not depend on what others leave on it. */
import { isOnPostgres } from "../postgres/engine";
import { WORKERS } from "../test-size";
import { type Site, startSite } from "./site";

type Engine = "sqlite" | "postgres";

/** Holds the sites of the test run as JSON. */
const variableOf = (engine: Engine) => `PLATEIA_TEST_SITES_${engine}`;

/** Rates are not limited: a test of limits starts its own site. */
const ENV = { RATE_LIMIT_SCALE: "100000" };

export type WorkerSite = Pick<Site, "origin" | "databaseUrl" | "settings">;

/** Vitest calls it before the tests of each project. */
export default () => startWorkerSites("sqlite");

/** @returns a function that stops the sites; undefined if another project has started them. */
export async function startWorkerSites(engine: Engine): Promise<(() => Promise<void>) | undefined> {
	const variable = variableOf(engine);
	if (process.env[variable]) return undefined;
	const options = { env: ENV, ...(engine === "postgres" ? { engine } : undefined) };
	const sites = await Promise.all(Array.from({ length: WORKERS.waiting }, () => startSite(options)));
	process.env[variable] = JSON.stringify(
		sites.map(({ origin, databaseUrl, settings }) => ({ origin, databaseUrl, env: settings({}) })),
	);
	return async () => {
		await Promise.all(sites.map((site) => site.close()));
	};
}

/**
 * The site of this worker: the production build with an empty database, in another process. It stays for all files of the
 * worker, so a test uses accounts and records of its own.
 * @throws in a project without this file as its global setup.
 */
export function workerSite(): WorkerSite {
	const sites = JSON.parse(process.env[variableOf(isOnPostgres ? "postgres" : "sqlite")] ?? "[]");
	const site = sites[(Number(process.env.VITEST_POOL_ID) - 1) % WORKERS.waiting];
	if (!site) throw new Error(`The project needs ${import.meta.url} as its global setup.`);
	return {
		origin: site.origin,
		databaseUrl: site.databaseUrl,
		settings: (changes) => ({ ...site.env, ...changes }),
	};
}
