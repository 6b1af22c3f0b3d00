/**
 * Processor time of a page relative to an empty page of an empty Remix app with the same packages, build and
 * `remix-serve`, measured alternately in one run.
 */
import autocannon from "autocannon";
import { openRows } from "../../tests/support/site/rows";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { buildCopy } from "../lib/copy";
import { buildEmptyApp, serveEmptyApp } from "../lib/empty-app";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { processorMs } from "../lib/process-stats";

const CONNECTIONS = 10;
const TURNS = sized(5, 1);
const SECONDS = sized(2, 1);
const WARM_UP_SECONDS = sized(3, 1);
/** Visitors share rendered pages. Pages of viewers are rendered for each request from shared pieces; each viewer has another balance. */
const MAX_RATIO = { visitor: 0.15, signedIn: 1.8, frame: 1.15 };
const PAGES = ["/", "/store", "/mini-games", "/bonus-hunt"];

/** An empty page within the site's frame, which visitors do not share. */
const FRAME = "/bench-empty";
const EMPTY_PAGE = "export default function Empty() {\n\treturn <h1>Empty</h1>;\n}\n";

interface Target {
	name: string;
	address: string;
	/** One for each connection. */
	cookies: readonly string[];
	pid: number;
}

async function measure({ name, address, cookies, pid }: Target, seconds = SECONDS) {
	const before = processorMs(pid);
	let client = 0;
	const result = await autocannon({
		url: address,
		connections: CONNECTIONS,
		...{ duration: seconds, requests: [{ method: "GET" }] },
		setupClient: (connection) => {
			const cookie = cookies[client++ % cookies.length] ?? "";
			connection.setHeaders({ cookie, accept: "text/html", "accept-encoding": "gzip, deflate" });
		},
	});
	const used = processorMs(pid) - before;
	if (result.non2xx + result.errors + result.timeouts > 0) {
		throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
	}
	const answered = result["2xx"];
	return { processorMs: used / answered, rate: answered / result.duration };
}

async function startCopy(folder: string) {
	const site = await startSite({ seed: true, startedIn: folder, env: { RATE_LIMIT_SCALE: "100000" } });
	const viewers: string[] = [];
	const rows = openRows(site);
	for (let place = 0; place < CONNECTIONS; place += 1) {
		viewers.push(await signInWithCookies(site, `viewer${place}`));
		const user = "select id from users where twitch_username = ?";
		rows.run(`update user_points set points = ? where user_id = (${user})`, place * 331, `viewer${place}`);
	}
	rows.close();
	const cookies = { visitor: ["age-verified=true"], viewer: viewers };
	const targets = [FRAME, ...PAGES].flatMap((path) =>
		Object.entries(cookies).map(
			([who, cookies]): Target => ({
				name: `${path} ${who}`,
				address: site.origin + path,
				cookies,
				pid: site.process.pid ?? 0,
			}),
		),
	);
	return { site, targets };
}

const copy = buildCopy(FRAME.slice(1), EMPTY_PAGE);
const emptyApp = buildEmptyApp();
try {
	const empty = await serveEmptyApp(emptyApp.folder);
	const emptyPage: Target = { name: "empty Remix app", address: empty.origin, cookies: [], pid: empty.pid };
	const { site, targets } = await startCopy(copy.folder);
	const all: Target[] = [emptyPage, ...targets];
	const results = new Map<Target, Awaited<ReturnType<typeof measure>>[]>();
	try {
		for (const target of all) await measure(target, WARM_UP_SECONDS);
		for (let turn = 0; turn < TURNS; turn += 1) {
			for (const target of all) {
				results.set(target, [...(results.get(target) ?? []), await measure(target)]);
			}
		}
	} finally {
		await Promise.all([empty.close(), site.close()]);
	}

	const emptyRuns = results.get(emptyPage) ?? [];
	const ratioOf = (target: Target) =>
		median(
			(results.get(target) ?? []).map(
				({ processorMs }, turn) => processorMs / (emptyRuns[turn]?.processorMs ?? Number.NaN),
			),
		);
	console.log(`${CONNECTIONS} connections, median of ${TURNS} turns of ${SECONDS} s each`);
	printTable(
		["page", "processor ms", "per second", "ratio"],
		all.map((target) => {
			const runs = results.get(target) ?? [];
			return [
				target.name,
				median(runs.map(({ processorMs }) => processorMs)).toFixed(2),
				median(runs.map(({ rate }) => rate)).toFixed(0),
				ratioOf(target).toFixed(2),
			];
		}),
	);
	conclude(
		targets.map((target) =>
			verdict(`${target.name}, processor time relative to the empty page`, ratioOf(target), {
				most: target.name.startsWith(FRAME)
					? MAX_RATIO.frame
					: target.name.endsWith("viewer")
						? MAX_RATIO.signedIn
						: MAX_RATIO.visitor,
			}),
		),
	);
} finally {
	copy.remove();
	emptyApp.remove();
}
