/**
 * The time of a load of all scenes by many sources. The time from a redeem to its alert in an open overlay. The heap of the overlay's
 * page after hours with an alert and a flight each minute and scenes that change with each load, in simulated time, and its size.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "../../tests/support/browser/browser";
import { openShelf } from "../../tests/support/data/store-content";
import { overlayAddress } from "../../tests/support/http/overlay-scene";
import { visit } from "../../tests/support/http/visitor";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { ascending, conclude, quantile, sized, verdict } from "../lib/measure";

const MINUTES = sized(8 * 60, 3);
/** After these, everything has been used once. */
const WARM_UP = sized(15, 1);
const REDEEMS = sized(20, 2);
const ALERT_SECONDS = 3;
/** They load all scenes at the same time, this often. */
const SOURCES = 50;
const LOADS = sized(40, 2);
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

/** Replaces the network of the page: each load has other scenes, and `playMinute` sends an alert and a flight. */
function replaceNetwork() {
	let loads = 0;
	let stream = new EventTarget();
	const send = (event: string, data: unknown) =>
		stream.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
	const Fake = class extends EventTarget {
		readyState = 1;
		constructor() {
			super();
			stream = this;
		}
		close() {}
	};
	const fetchScenes = async () => {
		const version = JSON.parse(document.querySelector("main")?.dataset.options ?? "").version;
		const html = { hunt: `<h2>${++loads}</h2><dl>${"<div><dt>a</dt><dd>b</dd></div>".repeat(50)}</dl>` };
		return Response.json({ now: Date.now(), version, html });
	};
	async function playMinute(minute: number) {
		const at = Date.now();
		const alert = { id: minute, type: "store.redeemed", title: { en: `Alert ${minute}` }, more: minute % 3 };
		const times = { shownAt: at, endsAt: at + 6000, expiresAt: at + 60_000 };
		send("alerts.queue", { now: at, seconds: 6, sound: true, alerts: [{ ...alert, ...times }] });
		const round = { id: String(minute), phase: "flying", elapsed: 0, lasts: null, multiplier: 100 };
		const bets = Array.from({ length: 50 }, (_, order) => ({
			...{
				id: `${minute}-${order}`,
				order,
				stake: 10 * order,
				status: "active",
				multiplier: null,
				payout: null,
			},
			player: { pseudonym: String(order) },
		}));
		const totals = { players: 50, staked: 0, paid: 0, flying: 50 };
		send("live-crash.state", { active: true, round, bets, totals, history: [], best: null });
		send("live-crash.tick", [10_000, 1000, 100]);
	}
	Object.assign(window, {
		EventSource: Object.assign(Fake, { CLOSED: 2, OPEN: 1 }),
		fetch: fetchScenes,
		playMinute,
	});
}

const site = await startSite({
	env: { RATE_LIMIT_SCALE: "1000", ALERT_SECONDS: String(ALERT_SECONDS), STARTING_POINTS: "100000" },
});
const browser = await launchBrowser();
try {
	const address = await overlayAddress(site);
	const size = Buffer.byteLength(await (await fetch(address)).text());
	const begun = performance.now();
	for (let load = 0; load < LOADS; load += 1) {
		const all = Array.from({ length: SOURCES }, async () => (await fetch(`${address}/scenes`)).text());
		await Promise.all(all);
	}
	const msOfLoad = (performance.now() - begun) / (LOADS * SOURCES);
	const overlay = await browser.newPage();
	await overlay.goto(`${address}?scenes=alerts&lang=en`);
	const shelf = openShelf(site);
	const times: number[] = [];
	for (let redeem = 0; redeem < REDEEMS; redeem += 1) {
		const name = `bench${redeem}`;
		await signInWithCookies(site, name);
		const viewer = await visit(site, { as: name });
		const form = await viewer.open(`/store/${shelf.add({ name: "Mug", price: 100 })}/redeem`);
		const start = performance.now();
		const sent = form.submit("form:has([name=idempotencyKey])");
		await overlay.getByText(`${name} redeemed Mug`).waitFor();
		times.push(performance.now() - start);
		await sent;
		await sleep((ALERT_SECONDS + 1) * 1000);
	}
	shelf.close();
	await overlay.close();
	const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
	await page.clock.install();
	// tsx adds calls of it to functions.
	await page.addInitScript("globalThis.__name = (named) => named");
	await page.addInitScript(replaceNetwork);
	await page.goto(`${address}?scenes=alerts,hunt,crash&lang=en`);
	const tools = await page.context().newCDPSession(page);
	const heap = async () => {
		await tools.send("HeapProfiler.collectGarbage");
		return (await tools.send("Runtime.getHeapUsage")).usedSize / MB;
	};
	let before = 0;
	for (let minute = 1; minute <= MINUTES; minute += 1) {
		await page.evaluate(`playMinute(${minute})`);
		await page.clock.runFor(MINUTE_MS);
		if (minute === WARM_UP) before = await heap();
	}
	const after = await heap();
	console.log(
		`${MINUTES} minutes; heap ${before.toFixed(2)} MB after ${WARM_UP} minutes, then ${after.toFixed(2)} MB`,
	);
	console.log(`${REDEEMS} redeems: ms until shown ${ascending(times).map(Math.round).join(" ")}`);
	conclude([
		verdict("p95 from a redeem to its alert in ms", quantile(ascending(times), 0.95), { most: 1000 }),
		verdict(`ms of a load of all scenes by one of ${SOURCES} sources`, msOfLoad, { most: 10 }),
		verdict("growth of the heap in MB", after - before, { most: 5 }),
		verdict("size of the page in KB", size / 1024, { most: 40 }),
	]);
} finally {
	await browser.close();
	await site.close();
}
