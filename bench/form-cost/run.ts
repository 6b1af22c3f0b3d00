/**
 * Processor time of forms that play or pay, relative to an action of an empty Remix app that does nothing, with the same
 * packages, build and `remix-serve`, measured alternately in one run. Forms are sent as scripts of a page send them.
 */
import { Agent } from "node:http";
import autocannon from "autocannon";
import { openShelf } from "../../tests/support/data/store-content";
import { EventStream } from "../../tests/support/site/event-stream";
import { startSite } from "../../tests/support/site/site";
import { buildEmptyApp, serveEmptyApp } from "../lib/empty-app";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { cashOut, placeLiveBet, signInMany, startLiveGame } from "../lib/players";
import { processorMs } from "../lib/process-stats";

const CONNECTIONS = sized(20, 2);
const TURNS = sized(7, 1);
/** Forms of a turn, and before the first one: a busy machine must not measure code that V8 has not yet optimised. */
const FORMS = sized(1000, 20);
const WARM_UP_FORMS = sized(4000, 20);
/** Who cash out of one live flight. */
const PLAYERS = sized(400, 2);
const MAX_RATIO = 1.25;
const SETTINGS = { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" };
const FORM_HEADERS = {
	...{ "sec-fetch-site": "same-origin", accept: "*/*", "accept-encoding": "gzip" },
	"content-type": "application/x-www-form-urlencoded;charset=UTF-8",
};

interface Target {
	name: string;
	address: string;
	pid: number;
	cookies: readonly string[];
	body(): string;
}

/** @returns ms of processor time for each form. */
async function sendMany({ name, address, pid, cookies, body }: Target, amount = FORMS): Promise<number> {
	let client = 0;
	const before = processorMs(pid);
	const result = await autocannon({
		url: address,
		connections: CONNECTIONS,
		amount,
		setupClient: (connection) =>
			connection.setHeaders({ ...FORM_HEADERS, cookie: cookies[client++ % cookies.length] ?? "" }),
		requests: [{ method: "POST", setupRequest: (request) => ({ ...request, body: body() }) }],
	});
	if (result.non2xx + result.errors + result.timeouts > 0)
		throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
	return (processorMs(pid) - before) / result["2xx"];
}

const emptyApp = buildEmptyApp();
const site = await startSite({ env: SETTINGS });
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
try {
	const empty = await serveEmptyApp(emptyApp.folder);
	const shelf = openShelf(site);
	const itemId = shelf.add({ name: "Sticker", price: 1, stock: 1_000_000_000 });
	shelf.close();
	await startLiveGame(site);
	const cookies = signInMany(site, PLAYERS);
	const pid = site.process.pid ?? 0;
	const ofSite = (name: string, path: string, fields: string): Target => ({
		...{ name, address: site.origin + path, pid, cookies },
		body: () => `${fields}&idempotencyKey=${crypto.randomUUID()}`,
	});
	const plinko = ofSite("Plinko play", "/mini-games/plinko.data", "intent=play&stake=10&balls=10");
	const redeem = ofSite("redeem", `/store/${itemId}/redeem.data`, "revision=1&price=1&stock=1");
	const nothing: Target = {
		...{ name: "empty Remix app", address: `${empty.origin}/form.data`, pid: empty.pid, cookies: [""] },
		body: () => `intent=play&stake=10&balls=10&idempotencyKey=${crypto.randomUUID()}`,
	};
	const stream = new EventStream(site.origin, "/live?topics=live-crash");
	await stream.begun;
	const phase = async (name: string) => {
		stream.text = "";
		await stream.until(() => stream.text.includes(`"phase":"${name}"`), 120_000);
	};

	/** All players cash out of one live flight. @returns ms of processor time for each; undefined if the flight was too short */
	async function cashOutAll(): Promise<number | undefined> {
		await phase("waiting");
		const bets = await Promise.all(cookies.map((cookie) => placeLiveBet(site, cookie, 10)));
		await phase("flying");
		const before = processorMs(pid);
		const answers = await Promise.all(
			cookies.map((cookie, at) => cashOut(agent, site, cookie, bets[at] ?? "")),
		);
		const ms = (processorMs(pid) - before) / cookies.length;
		return answers.every(({ status }) => status === 200) ? ms : undefined;
	}

	const results = new Map<string, { ms: number; ratio: number }[]>();
	const targets = [nothing, plinko, redeem];
	try {
		for (const target of targets) await sendMany(target, WARM_UP_FORMS);
		await cashOutAll();
		for (let turn = 0; turn < TURNS; turn += 1) {
			const least = await sendMany(nothing);
			const note = (name: string, ms: number) =>
				results.set(name, [...(results.get(name) ?? []), { ms, ratio: ms / least }]);
			for (const target of targets) note(target.name, target === nothing ? least : await sendMany(target));
			const paid = await cashOutAll();
			if (paid !== undefined) note("cash-out of a live flight", paid);
		}
	} finally {
		stream.close();
		await empty.close();
	}

	const ratioOf = (name: string) => median((results.get(name) ?? []).map(({ ratio }) => ratio));
	console.log(`${CONNECTIONS} connections, median of ${TURNS} turns of ${FORMS} forms each`);
	printTable(
		["form", "processor ms", "ratio"],
		[...results].map(([name, runs]) => [
			name,
			median(runs.map(({ ms }) => ms)).toFixed(2),
			ratioOf(name).toFixed(2),
		]),
	);
	conclude(
		[...results.keys()]
			.filter((name) => name !== nothing.name)
			.map((name) =>
				verdict(`${name}, processor time relative to an empty action`, ratioOf(name), { most: MAX_RATIO }),
			),
	);
} finally {
	agent.destroy();
	await site.close();
	emptyApp.remove();
}
