/** One site per worker, for tests that do not depend on what others leave on it. */
import { type Site, startSite } from "./site";

/** Holds the sites of the test run as JSON. */
const SITES_VARIABLE = "PLATEIA_TEST_SITES";
const WORKERS = 2;

/** Rates are not limited: a test of limits starts its own site. */
const ENV = { RATE_LIMIT_SCALE: "100000" };

export type WorkerSite = Pick<Site, "origin" | "databaseUrl" | "settings">;

/** Starts the sites; vitest calls it before the tests of each project. @returns a function that stops them. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
	if (process.env[SITES_VARIABLE]) return undefined;
	const sites = await Promise.all(Array.from({ length: WORKERS }, () => startSite({ env: ENV })));
	process.env[SITES_VARIABLE] = JSON.stringify(
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
	const sites = JSON.parse(process.env[SITES_VARIABLE] ?? "[]");
	const site = sites[(Number(process.env.VITEST_POOL_ID) - 1) % WORKERS];
	if (!site) throw new Error(`The project needs ${import.meta.url} as its global setup.`);
	return {
		origin: site.origin,
		databaseUrl: site.databaseUrl,
		settings: (changes) => ({ ...site.env, ...changes }),
	};
}
