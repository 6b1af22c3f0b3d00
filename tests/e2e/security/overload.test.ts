import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusals } from "../../../app/i18n/en/refusals";
import { busyAnswer } from "../../../app/pages/busy.server";
import { expectQuiet, newPage } from "../../support/browser/browser";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openViewers } from "../../support/site/crowd-viewers";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";

const READERS = 800;
const FLOOD_MS = 5500;
/** Delay after which a rejected client retries. */
const FLOOD_PAUSE_MS = 200;
const FLOOD_FROM = "127.0.0.2";
/** A page that has waited this long for its turn is rejected, also for an address within its limit. */
const MAX_WAIT_MS = 10_000;
const SINGLE_FROM = "127.0.0.3";
const PLINKO = "/mini-games/plinko";

interface Answer {
	status: number;
	retryAfter: number;
	text: string;
	/** ms until the answer was complete. */
	waited: number;
}

let site: Site;
let cookies: string[];
const agents: Record<string, Agent> = {};

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "2" }, seed: true });
	const viewers = openViewers(site);
	cookies = viewers.signInAll(viewers.register(READERS));
	viewers.close();
});
afterAll(async () => {
	for (const agent of Object.values(agents)) agent.destroy();
	await site?.close();
});

function send(path: string, from: string, cookie: string): Promise<Answer> {
	agents[from] ??= new Agent({ keepAlive: true, maxSockets: READERS });
	const headers = { cookie: `${cookie}; language=en`, accept: "text/html" };
	const since = performance.now();
	return new Promise((resolve, reject) => {
		request(site.origin + path, { agent: agents[from], localAddress: from, family: 4, headers }, (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (part: string) => (text += part));
			answer.once("end", () =>
				resolve({
					status: answer.statusCode ?? 0,
					retryAfter: Number(answer.headers["retry-after"]),
					text,
					waited: performance.now() - since,
				}),
			);
		})
			.once("error", reject)
			.end();
	});
}

/** Sends requests one after the other for the duration of the flood. */
async function sendRepeatedly(
	path: string,
	from: string,
	cookie: string,
	pauseMs: number,
	isOver: () => boolean,
) {
	const answers: Answer[] = [];
	while (!isOver()) {
		answers.push(await send(path, from, cookie));
		await sleep(pauseMs);
	}
	return answers;
}

it("rejects requests of one address beyond its limit, but no other requests and no forms, and recovers", async () => {
	let isOver = false;
	const isFinished = () => isOver;
	const flood = cookies.map((cookie) =>
		sendRepeatedly("/store", FLOOD_FROM, cookie, FLOOD_PAUSE_MS, isFinished),
	);
	const singleClient = sendRepeatedly("/store", SINGLE_FROM, cookies[0] ?? "", 100, isFinished);
	const health = sendRepeatedly("/healthz", SINGLE_FROM, "", 100, isFinished);
	const play = async () => {
		const played: { status: number; data: unknown }[] = [];
		while (!isOver) {
			const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
			played.push(await postForm(site.origin + PLINKO, { cookie: cookies[1] ?? "" }, fields));
			await sleep(100);
		}
		return played;
	};
	const plays = play();
	await sleep(FLOOD_MS);
	isOver = true;
	const answers = (await Promise.all(flood)).flat();

	const answered = answers.filter(({ status }) => status === 200);
	const rejected = answers.filter(({ status }) => status === 503);
	expect(answered.length + rejected.length).toBe(answers.length);
	expect(answered.length).toBeGreaterThan(0);
	expect(rejected.length).toBeGreaterThan(0);
	for (const { retryAfter, text } of rejected) {
		if (retryAfter < 2 || retryAfter > 8 || !text.includes("Very busy right now")) throw new Error(text);
	}
	expect(new Set(rejected.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);

	const single = await singleClient;
	const healthy = await health;
	for (const answers of [single, healthy]) expect(answers.length).toBeGreaterThan(0);
	expect(new Set(healthy.map(({ status }) => status))).toEqual(new Set([200]));
	// On a slow machine, the pages of the flood that wait already take longer than a page may wait.
	const inTime = single.filter(({ status, waited }) => status !== 503 || waited < MAX_WAIT_MS);
	expect(inTime.filter(({ status }) => status !== 200)).toEqual([]);
	const played = await plays;
	expect(played.length).toBeGreaterThan(0);
	expect(new Set(played.map(({ status }) => status))).toEqual(new Set([200]));

	const after = await Promise.all(cookies.slice(0, 20).map((cookie) => send("/store", FLOOD_FROM, cookie)));
	expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
	expect(site.logs()).toContain('"event":"overloaded"');
	// One log line per interval, not per request.
	const lines = site.logs().split("\n");
	expect(lines.filter((line) => line.includes('"status":503'))).toEqual([]);
});

/** An action's response in Remix's single fetch encoding. */
const actionData = (data: Record<string, string | boolean>): string => {
	const flat = Object.entries(data).flat();
	const keys = Object.keys(data).map((_key, at) => [`_${3 + 2 * at}`, 4 + 2 * at]);
	return `${JSON.stringify([{ _1: 2 }, "data", Object.fromEntries(keys), ...flat])}\n`;
};

it("shows a player that the site is busy, and retries a page automatically", async () => {
	const browser = await workerBrowser();
	const page = await newPage(browser, site.origin, { lang: "en" });
	try {
		await page.goto(site.origin + PLINKO);
		const busy = {
			status: 503,
			headers: { "Content-Type": "text/x-script; charset=utf-8" },
			body: actionData({ ok: false, code: "siteBusy", message: refusals.siteBusy }),
		};
		await page.route(`**${PLINKO}.data*`, (route) => route.fulfill(busy), { times: 1 });
		const drop = page.getByRole("button", { name: /^Drop/ });
		await drop.click();
		await page.getByText("The site is very busy").waitFor();
		await drop.click();
		await page.getByText("The site is very busy").waitFor({ state: "detached" });

		let requests = 0;
		await page.route("**/store.data*", (route) => {
			requests += 1;
			if (requests > 1) return route.continue();
			const { body } = busyAnswer({ url: "/store.data", cookie: "language=en", accept: "*/*" });
			return route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body });
		});
		await page.goto(site.origin);
		await page.locator('nav a[href="/store"]').first().click();
		await page.waitForURL("**/store");
		await page.getByRole("heading", { level: 1, name: "Store" }).waitFor();
		expect(requests).toBe(2);
		await expectQuiet(page, [/503/]);
	} finally {
		await page.context().close();
	}
});
