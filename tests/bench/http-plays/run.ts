/**
 * Plinko plays per second through the whole HTTP stack, relative to an action that does nothing in the same
 * build and process, measured alternately in one run. `npx tsx tests/bench/http-plays/run.ts`
 */
import { join } from "node:path";
import autocannon from "autocannon";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";
import { buildCopy } from "../copy";
import { readProfile } from "../profile";
import { median, printTable, verdict } from "../table";

const CONNECTIONS = 20;
const TURNS = 5;
const SECONDS = 4;
const MIN_RATIO = 0.5;
const WARM_UP_SECONDS = 3;
const SETTINGS = { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000" };
/** The profiler has overhead, so profiling is a separate run. */
const PROFILE_SECONDS = 6;

/** Routes for the comparison, which must not be part of the product. */
const ROUTES = {
	"bench-nothing": { extension: "ts", code: "export const action = () => null;\n" },
	// createAction with the form of a play and an empty use case.
	"bench-action": {
		extension: "ts",
		code: `import { plinkoSchema } from "~/games/plinko/engine/plinko.schema";
import { createAction } from "~/site/site.server";

export const action = createAction({
	role: "viewer",
	limit: { points: 150, seconds: 10 },
	schema: plinkoSchema,
	run: async () => ({}),
});
`,
	},
} as const;

const TARGETS = {
	play: "/mini-games/plinko.data",
	emptyAction: "/bench-action.data",
	nothing: "/bench-nothing.data",
};
type Target = keyof typeof TARGETS;

const playForm = () => `intent=play&idempotencyKey=${crypto.randomUUID()}&stake=10&balls=10`;

async function measure(origin: string, cookies: readonly string[], target: Target, seconds = SECONDS) {
	let client = 0;
	const result = await autocannon({
		url: origin,
		connections: CONNECTIONS,
		duration: seconds,
		// Each connection has its own viewer, and each request its own idempotency key.
		setupClient: (connection) => {
			const cookie = cookies[client++ % cookies.length] ?? "";
			connection.setHeaders({
				cookie,
				"content-type": "application/x-www-form-urlencoded;charset=UTF-8",
				"sec-fetch-site": "same-origin",
				"accept-encoding": "gzip, deflate",
			});
		},
		requests: [
			{
				method: "POST",
				path: TARGETS[target],
				setupRequest: (request) => ({ ...request, body: playForm() }),
			},
		],
	});
	if (result.non2xx + result.errors + result.timeouts > 0) {
		throw new Error(`${target}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
	}
	const { p50, p99, max } = result.latency;
	return { rate: result["2xx"] / result.duration, p50, p99, max };
}

async function withSite<Result>(
	folder: string,
	env: Record<string, string>,
	use: (origin: string, cookies: string[], site: Site) => Promise<Result>,
): Promise<Result> {
	// The helper of the copy starts the build of the copy.
	const { startSite } = (await import(
		join(folder, "tests/support/site/site.ts")
	)) as typeof import("../../support/site/site");
	const site = await startSite({ env: { ...SETTINGS, ...env } });
	try {
		const cookies: string[] = [];
		for (let i = 1; i <= CONNECTIONS; i += 1) cookies.push(await signInWithCookies(site, `bench${i}`));
		return await use(site.origin, cookies, site);
	} finally {
		await site.close();
	}
}

async function compare(folder: string) {
	return withSite(folder, {}, async (origin, cookies) => {
		const targets = Object.keys(TARGETS) as Target[];
		for (const target of targets) await measure(origin, cookies, target, WARM_UP_SECONDS);
		const results: Record<Target, Awaited<ReturnType<typeof measure>>[]> = {
			play: [],
			emptyAction: [],
			nothing: [],
		};
		for (let turn = 0; turn < TURNS; turn += 1) {
			for (const target of targets) results[target].push(await measure(origin, cookies, target));
		}
		return results;
	});
}

async function profile(folder: string) {
	const file = join(folder, "play.cpuprofile");
	const preload = new URL("../profile-preload.mjs", import.meta.url).href;
	const env = { NODE_OPTIONS: `--import=${preload}`, PROFILE_FILE: file };
	await withSite(folder, env, async (origin, cookies, site) => {
		await measure(origin, cookies, "play", WARM_UP_SECONDS);
		site.process.kill("SIGUSR2");
		await measure(origin, cookies, "play", PROFILE_SECONDS);
		await site.stop();
	});
	return readProfile(file);
}

const { folder, remove } = buildCopy(ROUTES);
try {
	const results = await compare(folder);
	const rows = (Object.keys(TARGETS) as Target[]).map((target) => {
		const runs = results[target];
		const medianOf = (pick: "rate" | "p50" | "p99" | "max") =>
			median(runs.map((run) => run[pick])).toFixed(0);
		return [target, medianOf("rate"), medianOf("p50"), medianOf("p99"), medianOf("max")];
	});
	console.log(`${CONNECTIONS} signed-in viewers, median of ${TURNS} turns of ${SECONDS} s each`);
	printTable(["action", "per second", "p50 ms", "p99 ms", "max ms"], rows);
	const ratios = results.play.map(({ rate }, turn) => rate / (results.nothing[turn]?.rate ?? Number.NaN));
	const reached = verdict("plays relative to no-op, median of the turns", median(ratios), {
		least: MIN_RATIO,
	});

	const { owners, functions } = await profile(folder);
	const list = (shares: typeof owners, count: number) =>
		shares
			.slice(0, count)
			.map(({ name, share }) => `${name} ${(share * 100).toFixed(1)}%`)
			.join(", ");
	console.log(`server time by owner: ${list(owners, 14)}`);
	console.log(`server time by function: ${list(functions, 14)}`);
	process.exitCode = reached ? 0 : 1;
} finally {
	remove();
}
