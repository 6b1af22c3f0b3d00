/**
 * Measures in the server the processor time of single requests, random ones and known expensive ones, relative to an
 * uncached page. `COST_REQUESTS=5000 COST_SEED=7 npm run bench -- request-cost`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startSiteWithContent } from "../../tests/support/data/site-with-content";
import { discover, parametersInCode } from "../../tests/support/discovery";
import { seededRandom, seedFrom } from "../../tests/support/random";
import { builtRoutes, patternOf, routeFinder } from "../../tests/support/site/built-routes";
import { openRows } from "../../tests/support/site/rows";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { known } from "./known";
import { type CostlyRequest, randomRequest, type Surface } from "./requests";

const REQUESTS = Number(process.env.COST_REQUESTS ?? sized(1500, 20));
const SEED = seedFrom("COST_SEED");
/** The requests that are measured again, because a first measurement includes compilation and garbage of others. */
const AGAIN = sized(40, 2);
const TIMES = sized(7, 1);
const SHOWN = 10;
const WARM_UP = sized(300, 2);
const REFERENCE_EVERY = 10;
const MAX_RATIO = { visitor: 5, viewer: 10 };
const ANSWERS_WITHIN_MS = 30_000;

type Role = keyof typeof MAX_RATIO;

type Run = Awaited<ReturnType<typeof measure>>;

interface Row {
	one: CostlyRequest;
	/** The last answer. */
	last: Run | undefined;
	ms: number;
}

const folder = mkdtempSync(join(tmpdir(), "plateia-cost-"));
const socketPath = join(folder, "cost");
const preload = new URL("cost-preload.mjs", import.meta.url).href;
const { site, cookies, renew, signInAgain, close } = await startSiteWithContent({
	COST_SOCKET: socketPath,
	LOG_LEVEL: "warn",
	NODE_OPTIONS: `--import=${preload}`,
});

const meter = connect(socketPath);
const readings = createInterface({ input: meter })[Symbol.asyncIterator]();
/** @returns the processor time of the server so far, in ms. */
async function usedMs(): Promise<number> {
	meter.write("?\n");
	const { value } = await readings.next();
	return Number(value) / 1000;
}

const rows = openRows(site);
const { port } = new URL(site.origin);

/** @returns the status, and the size of the response; 0 if the server closed the connection. For a stream, its beginning. */
function send({ method, target, headers, body }: CostlyRequest, cookie: string) {
	return new Promise<{ status: number; size: number }>((resolve) => {
		const both = [cookie, headers.cookie].filter(Boolean).join("; ");
		let status = 0;
		let size = 0;
		const end = () => {
			outgoing.destroy();
			resolve({ status, size });
		};
		const outgoing = request({
			...{ host: "localhost", port, method, path: target, agent: false },
			headers: { ...headers, cookie: both, ...(body && { "content-length": Buffer.byteLength(body) }) },
			signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
		});
		outgoing.once("error", end);
		outgoing.once("response", (response) => {
			status = response.statusCode ?? 0;
			response.once("error", end).once("end", end);
			response.on("data", (chunk: Buffer) => {
				size += chunk.length;
				if (response.headers["content-type"]?.startsWith("text/event-stream")) end();
			});
		});
		outgoing.end(body);
	});
}

async function measure(one: CostlyRequest, cookie: string) {
	const before = await usedMs();
	const answer = await send(one, cookie);
	return { ...answer, ms: (await usedMs()) - before };
}

let uncached = 0;
const referenceOf = (): CostlyRequest => ({
	...{ method: "GET", name: "reference", target: `/store?uncached=${uncached++}` },
	headers: { accept: "text/html", "accept-encoding": "gzip", "sec-fetch-site": "same-origin" },
});

const routes = builtRoutes();
const found = await Promise.all(
	[cookies.admin, cookies.viewer].map((cookie) =>
		discover(site, cookie, routeFinder(routes), ["/", "/settings", "/points/history"]),
	),
);
const forms = found.flatMap((user) => user.forms);
const html = await (await fetch(site.origin, { headers: { cookie: cookies.visitor } })).text();
const surface: Surface = {
	paths: [
		...new Set([
			...found.flatMap(({ pages }) => pages.map((path) => path.replace(/\?.*/, ""))),
			...routes.map((route) => patternOf(route, routes).replaceAll(/:\w+\??|\*/g, "none")),
			...[...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path),
		]),
	],
	parameters: [...new Set([...found.flatMap(({ parameters }) => [...parameters]), ...parametersInCode()])],
	routeIds: routes.map(({ id }) => id),
	manifestVersion: /manifest-(\w+)\.js/.exec(html)?.[1] ?? "none",
	forms: forms
		// Signing out ends the session, and a break ends the games.
		.filter(({ method, route }) => method === "post" && !/logout|care/.test(route))
		.map(({ action, fields }) => ({
			...{ action },
			fields: fields.flatMap(({ name, isFile }) => (isFile || !name ? [] : name)),
		})),
};

/** Plays and shares a round of the viewer. @returns the address of its picture. */
async function sharePicture(): Promise<string> {
	const post = async (path: string, fields: Record<string, string>) => {
		const response = await fetch(site.origin + path, {
			method: "POST",
			headers: { cookie: cookies.viewer, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams(fields),
			redirect: "manual",
		});
		await response.body?.cancel();
		return response.headers.get("location");
	};
	const idempotencyKey = crypto.randomUUID();
	await post("/mini-games/plinko", { intent: "play", idempotencyKey, stake: "10", balls: "1" });
	const round = String(rows.one("select id from instant_rounds order by created_at desc").id);
	return `${await post("/points/history", { intent: "share", game: "plinko", round })}/picture.png`;
}

/** A picture is drawn once for equal texts, so the name in it changes before each request. */
async function measureDrawing(target: string, cookie: string): Promise<Row> {
	const one: CostlyRequest = { ...referenceOf(), name: "GET /shared/…/picture.png, drawn again", target };
	const runs: Run[] = [];
	const rename = (name: string) =>
		rows.run("update users set twitch_username = ? where twitch_username like 'ana%'", name);
	for (let time = 0; time < TIMES; time++) {
		rename(`ana${time}x${cookie.length}`);
		runs.push(await measure(one, cookie));
	}
	rename("ana");
	return rowOf(one, runs);
}

const rowOf = (one: CostlyRequest, runs: readonly Run[]): Row => ({
	...{ one, last: runs.at(-1) },
	ms: median(runs.map(({ ms }) => ms)),
});

const reached: boolean[] = [];
try {
	const picture = await sharePicture();
	console.log(`COST_SEED=${SEED}, ${REQUESTS} random requests of each role`);
	const roles: Record<Role, string> = { visitor: cookies.visitor, viewer: cookies.viewer };
	for (const role of ["visitor", "viewer"] as const) {
		await renew();
		const random = seededRandom(SEED);
		for (let count = 0; count < WARM_UP; count++) {
			await send(count % 2 ? referenceOf() : randomRequest(surface, random), roles[role]);
		}
		const references: number[] = [];
		const asked: { one: CostlyRequest; ms: number }[] = [];
		const requests = [
			...known(surface),
			...Array.from({ length: REQUESTS }, () => randomRequest(surface, random)),
		];
		for (const [at, one] of requests.entries()) {
			if (at % REFERENCE_EVERY === 0) references.push((await measure(referenceOf(), cookies.visitor)).ms);
			const { ms } = await measure(one, roles[role]);
			asked.push({ one, ms });
		}
		if (role === "viewer") roles.viewer = signInAgain("viewer");
		const dear = asked.sort((a, b) => b.ms - a.ms).slice(0, AGAIN);
		const again = new Map<CostlyRequest, Run[]>();
		for (let time = 0; time < TIMES; time++) {
			for (const { one } of dear) {
				references.push((await measure(referenceOf(), cookies.visitor)).ms);
				again.set(one, [...(again.get(one) ?? []), await measure(one, roles[role])]);
			}
		}
		const page = median(references);
		const costliest = [
			...[...again].map(([one, runs]) => rowOf(one, runs)),
			await measureDrawing(picture, roles[role]),
		].sort((a, b) => b.ms - a.ms);
		console.log(`\nThe most expensive requests of a ${role}; an uncached page takes ${page.toFixed(1)} ms`);
		printTable(
			["request", "status", "bytes", "ms", "pages"],
			costliest
				.slice(0, SHOWN)
				.map(({ one, last, ms }) => [
					...[one.name.slice(0, 110), last?.status ?? 0, last?.size ?? 0],
					...[ms.toFixed(1), (ms / page).toFixed(2)],
				]),
		);
		const most = (costliest[0]?.ms ?? Number.NaN) / page;
		reached.push(
			verdict(`the most expensive request of a ${role}, relative to an uncached page`, most, {
				most: MAX_RATIO[role],
			}),
		);
	}
} finally {
	meter.destroy();
	rows.close();
	await close();
	rmSync(folder, { recursive: true, force: true });
}
conclude(reached);
