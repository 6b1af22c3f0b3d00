/**
 * Response times of the admin tables with many rows relative to few rows. Both sites run at the same time and are
 * requested alternately.
 */
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { type Site, startSite } from "../../tests/support/site/site";
import { fill } from "../lib/fill";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { explainScans } from "./plans";

const FEW = { users: 100, orders: 100 };
const MANY = sized({ users: 50_000, orders: 100_000 }, { users: 200, orders: 200 });
const TURNS = sized(40, 1);
const WARM_UP = sized(10, 0);
const MAX_RATIO = 3;

const middleOf = (site: { orders: number }) => Math.floor(site.orders / 2);
/** A page from the middle of the orders, where pagination by offset would be slow. */
const middlePage = (size: { orders: number }) => {
	const number = middleOf(size);
	const at = new Date(Date.parse("2025-01-01T00:00:00.000Z") + number * 60_000).toISOString();
	return `/orders?after=${encodeURIComponent(JSON.stringify([at, `order-${String(number).padStart(6, "0")}`]))}`;
};
const PAGES: ((size: { orders: number }) => string)[] = [
	() => "/orders",
	() => "/orders?status=created",
	middlePage,
	() => "/orders?q=viewer79",
	() => "/orders?q=Item%2039&status=approved",
	() => "/user-points",
	() => "/user-points?sort=points",
	() => "/user-points?sort=name",
	() => "/user-points?q=v",
	() => "/user-points?q=viewer79",
	() => "/user-points?q=er791&sort=name",
	() => "/user-points?q=79",
	() => "/user-points?q=nobody",
];

interface Filled {
	site: Site;
	cookie: string;
	size: { users: number; orders: number };
}

async function open(size: Filled["size"]): Promise<Filled> {
	const site = await startSite({ env: { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "error" } });
	fill(site.database, size);
	return { site, size, cookie: await signInWithCookies(site, "admin") };
}

/** @returns the time to the last byte, in ms. */
async function requestPage({ site, cookie }: Filled, path: string): Promise<number> {
	const since = performance.now();
	const response = await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" });
	const html = await response.text();
	// A search without results has no table.
	if (response.status !== 200 || !html.includes(`role="search"`))
		throw new Error(`${path}: ${response.status}`);
	return performance.now() - since;
}

// One after the other: filling blocks this process, and a connection that waits would be closed.
const many = await open(MANY);
const few = await open(FEW);
try {
	const rows: string[][] = [];
	const verdicts: boolean[] = [];
	for (const pathOf of PAGES) {
		const times: [number[], number[]] = [[], []];
		for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
			const taken = [await requestPage(few, pathOf(FEW)), await requestPage(many, pathOf(MANY))] as const;
			if (turn < WARM_UP) continue;
			times[0].push(taken[0]);
			times[1].push(taken[1]);
		}
		const [fewMs, manyMs] = [median(times[0]), median(times[1])];
		const path = pathOf(MANY);
		rows.push([path.slice(0, 60), fewMs.toFixed(1), manyMs.toFixed(1), (manyMs / fewMs).toFixed(2)]);
		verdicts.push(verdict(path, manyMs / fewMs, { most: MAX_RATIO }));
	}
	printTable(["page", "100 rows, ms", `${MANY.users} users, ${MANY.orders} orders, ms`, "ratio"], rows);
	const scans = await explainScans(many.site.database);
	verdicts.push(verdict("queries with a full table scan", scans.length, { most: 0 }));
	for (const scan of scans) console.log(scan);
	conclude(verdicts);
} finally {
	await Promise.all([few.site.close(), many.site.close()]);
}
