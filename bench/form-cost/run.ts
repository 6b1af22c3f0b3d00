/**
 * Processor time of forms that play or pay, relative to an action of an empty Remix app that does nothing, with the same
 * packages, build and `remix-serve`, measured alternately in one run. Forms are sent as scripts of a page send them.
 */
import { Agent } from "node:http";
import autocannon from "autocannon";
import { openShelf } from "../../tests/support/data/store-content";
import { EventStream } from "../../tests/support/site/event-stream";
import { postForm } from "../../tests/support/site/single-fetch";
import { startSite } from "../../tests/support/site/site";
import { buildEmptyApp, serveEmptyApp } from "../lib/empty-app";
import { ascending, conclude, median, printTable, sized, verdict } from "../lib/measure";
import { cashOut, placeBet, type SentCashOut, SOLO_CRASH, signInMany, startLiveGame } from "../lib/players";
import { runMs } from "../lib/process-stats";

const CONNECTIONS = sized(20, 2);
const TURNS = sized(7, 1);
/** Forms of a turn, and before the first one: a busy machine must not measure code that V8 has not yet optimised. */
const FORMS = sized(600, 20);
const WARM_UP_FORMS = sized(2500, 20);
/** Who cash out of one live flight. */
const PLAYERS = sized(400, 2);
/** Who cash out of solo flights in a turn, and how many of them fly at the same time. */
const SOLO_PLAYERS = sized({ count: 240, flying: 60 }, { count: 2, flying: 2 });
/** Turns of solo flights before the first one. */
const SOLO_WARM_UP = sized(4, 0);
/** The part of the cash-outs of a turn that must be paid. Some flights end before their cash-out arrives. */
const MIN_PAID = sized(0.8, 0);
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
	const before = runMs(pid);
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
	return (runMs(pid) - before) / result["2xx"];
}

const isPaid = ({ status }: SentCashOut) => status === 200;

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
	/** Each flies once: a second flight would have to wait until the first one has ended. */
	const soloPlayers = signInMany(site, SOLO_PLAYERS.count * (SOLO_WARM_UP + TURNS));
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
	async function cashOutLive(): Promise<number | undefined> {
		await phase("waiting");
		const bets = await Promise.all(cookies.map((cookie) => placeBet(site, cookie, 10)));
		await phase("flying");
		const before = runMs(pid);
		const answers = await Promise.all(
			cookies.map((cookie, at) => cashOut(agent, site, cookie, bets[at] ?? "")),
		);
		const ms = (runMs(pid) - before) / cookies.length;
		return answers.every(isPaid) ? ms : undefined;
	}

	/** Players cash out of their solo flights, some at a time. @returns ms of processor time for each; undefined if too few were paid */
	async function cashOutSolo(): Promise<number | undefined> {
		const { count, flying } = SOLO_PLAYERS;
		const players = soloPlayers.splice(0, count);
		const answers: SentCashOut[] = [];
		let ms = 0;
		while (answers.length < count) {
			const some = players.slice(answers.length, answers.length + flying);
			const bets = await Promise.all(
				some.map(async (cookie) => {
					const betId = (await placeBet(site, cookie, 10, SOLO_CRASH)) ?? "";
					await postForm(site.origin + SOLO_CRASH, { cookie }, { intent: "fly", betId });
					return betId;
				}),
			);
			const before = runMs(pid);
			answers.push(
				...(await Promise.all(
					some.map((cookie, at) => cashOut(agent, site, cookie, bets[at] ?? "", SOLO_CRASH)),
				)),
			);
			ms += runMs(pid) - before;
		}
		return answers.filter(isPaid).length / count >= MIN_PAID ? ms / count : undefined;
	}

	const results = new Map<string, { ms: number; ratio: number }[]>();
	const measured: [string, () => Promise<number | undefined>][] = [
		[plinko.name, () => sendMany(plinko)],
		[redeem.name, () => sendMany(redeem)],
		["cash-out of a solo flight", cashOutSolo],
		["cash-out of a live flight", cashOutLive],
	];
	try {
		for (const target of [nothing, plinko, redeem]) await sendMany(target, WARM_UP_FORMS);
		for (let turn = 0; turn < SOLO_WARM_UP; turn += 1) await cashOutSolo();
		await cashOutLive();
		let before = await sendMany(nothing);
		for (let turn = 0; turn < TURNS; turn += 1) {
			for (const [name, measure] of measured) {
				const ms = await measure();
				const after = await sendMany(nothing);
				// Other work on the machine changes the cost of both.
				const least = (before + after) / 2;
				before = after;
				if (ms !== undefined) results.set(name, [...(results.get(name) ?? []), { ms, ratio: ms / least }]);
			}
		}
	} finally {
		stream.close();
		await empty.close();
	}

	const ratiosOf = (name: string) => ascending((results.get(name) ?? []).map(({ ratio }) => ratio));
	console.log(`${CONNECTIONS} connections, median of ${TURNS} turns of ${FORMS} forms each`);
	printTable(
		["form", "processor ms", "ratio", "min and max"],
		[...results].map(([name, runs]) => [
			name,
			median(runs.map(({ ms }) => ms)).toFixed(2),
			median(ratiosOf(name)).toFixed(2),
			`${ratiosOf(name)[0]?.toFixed(2)} to ${ratiosOf(name).at(-1)?.toFixed(2)}`,
		]),
	);
	conclude(
		measured.map(([name]) =>
			verdict(`${name}, processor time relative to an empty action`, median(ratiosOf(name)), {
				most: MAX_RATIO,
			}),
		),
	);
} finally {
	agent.destroy();
	await site.close();
	emptyApp.remove();
}
