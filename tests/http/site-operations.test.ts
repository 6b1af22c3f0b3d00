/** What the site counts and reports about itself: metrics, the operations page and the analytics. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShelf, type Shelf } from "../support/data/store-content";
import { type Visitor, visit } from "../support/http/visitor";
import { EventStream } from "../support/site/event-stream";
import { signInWithCookies } from "../support/site/sign-in";
import { postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

const TOKEN = "a-token-of-this-test";
const DASHBOARD = "https://dashboard.example/plateia";
let site: Site;
let shelf: Shelf;
let admin: Visitor;

beforeAll(async () => {
	const env = { METRICS_TOKEN: TOKEN, ANALYTICS_DASHBOARD_URL: DASHBOARD, RATE_LIMIT_SCALE: "100" };
	site = await startSite({ env });
	shelf = openShelf(site);
	admin = await visit(site, { as: "admin" });
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const fetchMetrics = (authorization = `Bearer ${TOKEN}`) =>
	fetch(`${site.origin}/metrics`, { headers: authorization ? { authorization } : {} });

/** Every metric value by its name and labels. */
async function metrics(): Promise<Map<string, number>> {
	const lines = (await (await fetchMetrics()).text())
		.split("\n")
		.filter((line) => line && !line.startsWith("#"));
	return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** The stored counts of an event by label. */
function counted(event: string): Record<string, number> {
	const rows = shelf.all(
		"select label, sum(count) as count from event_counts where event = ? group by label",
		event,
	);
	return Object.fromEntries(rows.map(({ label, count }) => [label, Number(count)]));
}
/** The same after the counts so far are stored, which the analytics page does. */
async function readCounts(event: string) {
	await admin.open("/analytics");
	return counted(event);
}
const click = (event: string, subject: string) =>
	fetch(`${site.origin}/events/${event}/${encodeURIComponent(subject)}`, {
		method: "POST",
		headers: { "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(),
	});

describe("the metrics for Prometheus", () => {
	it("require the token and are not cached", async () => {
		for (const wrong of ["", "Bearer wrong", `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`, "Bearer "]) {
			const answer = await fetchMetrics(wrong);
			expect([wrong, answer.status, await answer.text()]).toEqual([wrong, 401, ""]);
			expect(answer.headers.get("www-authenticate")).toBe("Bearer");
		}
		const answer = await fetchMetrics();
		await answer.body?.cancel();
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("no-store");
	});

	it("have one HELP and TYPE line each, and numeric values", async () => {
		const text = await (await fetchMetrics()).text();
		const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.length).toBeGreaterThan(40);
		const wrong = text
			.trimEnd()
			.split("\n")
			.filter((line) => {
				if (line.startsWith("#")) return false;
				const [, name = "", value = ""] = /^([a-z0-9_]+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
				const isKnown = names.includes(name.replace(/_(bucket|sum|count)$/, "")) || names.includes(name);
				// prom-client's own gauges of the event loop are NaN right after a scrape.
				return !isKnown || !(name.startsWith("nodejs_eventloop_") || Number.isFinite(Number(value)));
			});
		expect(wrong).toEqual([]);
	});

	it("count sign-ins, bets, points, requests, refusals and streams", async () => {
		const before = await metrics();
		const cookie = await signInWithCookies(site, "rita");
		const game = `${site.origin}/mini-games/plinko`;
		for (let round = 0; round < 3; round += 1) {
			const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
			expect(await postForm(game, { cookie }, fields)).toMatchObject({ status: 200, data: { ok: true } });
		}
		const foreign = { method: "POST", headers: { cookie, "sec-fetch-site": "cross-site" }, body: "" };
		await (await fetch(game, foreign)).body?.cancel();
		const stream = new EventStream(site.origin, "/live?topics=lobby", { cookie });
		await stream.begun;
		const after = await metrics();
		stream.close();
		const grown = (name: string) =>
			(after.get(`plateia_${name}`) ?? 0) - (before.get(`plateia_${name}`) ?? 0);
		const post = 'http_requests_total{method="POST",route="/mini-games/plinko",status="200"}';
		for (const [name, by] of [
			['sign_ins_total{result="registered"}', 1],
			['bets_total{game="plinko"}', 3],
			['staked_points_total{game="plinko"}', 30],
			['ledger_entries_total{reason="registration"}', 1],
			[post, 3],
			['action_refusals_total{code="crossSite"}', 1],
			['streams{topic="lobby"}', 1],
		] as const)
			expect([name, grown(name)]).toEqual([name, by]);
		expect(grown("database_statements_total")).toBeGreaterThan(10);
		expect(after.get('plateia_problem{check="providerAway",severity="bad"}')).toBe(0);
		for (const name of [
			...["plateia_event_loop_lag_seconds", "plateia_database_bytes"],
			...["process_resident_memory_bytes", "process_cpu_seconds_total"],
		])
			expect(after.get(name), name).toBeGreaterThan(0);
	});
});

describe("an admin of the operations page", () => {
	it("sees the state and the metrics of the last minute, without scripts", async () => {
		const page = await (await visit(site, { as: "admin" })).open("/operations");
		expect(page.text("h1")).toBe("Site status");
		const problems = page
			.$("[data-problem]")
			.toArray()
			.map(({ attribs }) => attribs["data-problem"] ?? "");
		// This site makes no backups. A slow machine may cause further warnings.
		expect(problems.filter((code) => !["slow", "stalling"].includes(code))).toEqual(["backupsOff"]);
		expect(page.text("main")).toContain("Everything works, but something needs attention");
		const metric = (name: string) => page.text(`[data-metric=${name}]`);
		expect(metric("version")).toMatch(/^\d+\.\d+\.\d+$/);
		expect(metric("heapLimit")).toMatch(/^[\d.,]+ GB$|^\d+ MB$/);
		expect(metric("liveCrash")).toBe("Off");
		expect(Number(metric("signIns"))).toBeGreaterThanOrEqual(1);
		const { $ } = page;
		expect($("noscript").text()).toContain('<meta http-equiv="refresh" content="10"/>');
	});

	it("is warned while points grow by solo Crash, until the even draw is chosen, and sees who gained them", async () => {
		const hour = new Date().toISOString().slice(0, 13);
		shelf.run(
			`insert into point_hours select 'solo-crash', '${hour}', id, 1300 from users where twitch_username = 'rita'`,
		);
		const warning = "[data-problem=pointsGrow]";
		expect((await admin.open("/operations")).text(warning)).toContain(
			"Points it has given away in 7 days: 1,300.",
		);
		const analytics = await admin.open("/analytics");
		expect(analytics.text("[data-testid=gainers] tbody tr:first")).toMatch(/rita\s*Crash\s*1,300/);
		expect(analytics.text("[data-testid=event-points_created]")).toContain("Crash");
		const rules = await admin.open("/settings/rules");
		await rules.submit("[data-testid=form-games]", { SOLO_CRASH_DRAW: "even" });
		expect((await admin.open("/operations")).$(warning)).toHaveLength(0);
	});

	it("sees log events with the id of their request", async () => {
		// A callback without a started sign-in.
		await fetch(`${site.origin}/login/callback?code=x&state=y`, { redirect: "manual" });
		const { $ } = await admin.open("/operations");
		const row = $("tr:contains('sign-in-failed')").first();
		expect(row.text()).toContain("Warning");
		expect(row.find("td").last().text()).toMatch(/^[\w-]{36}$/);
	});
});

describe("the analytics", () => {
	it("link the dashboard, and show the counts of the site", async () => {
		const viewer = await visit(site, { as: "admin" });
		await viewer.open("/help");
		const page = await viewer.open("/analytics");
		expect(page.text("h1")).toBe("Analytics");
		expect(page.text(`a[href="${DASHBOARD}"]`)).toBe("Open the dashboard");
		const views = page.$("[data-testid=event-page_view]");
		expect(Number(views.find("[data-testid=total]").text())).toBeGreaterThanOrEqual(1);
		expect(views.find("[role=img]")).toHaveLength(1);
		expect(views.text()).toContain("/help");
		expect(page.text("details summary")).toContain("Day by day, as a table");
		expect(page.$("details table").length).toBeGreaterThan(0);
	});

	it("do not count pages behind the age gate or missing pages", async () => {
		const before = await readCounts("page_view");
		const gate = await visit(site, { ageVerified: false });
		expect((await gate.open("/store")).status).toBe(200);
		expect((await gate.open("/terms")).status).toBe(200);
		const missing = { headers: { cookie: "age-verified=true" }, redirect: "manual" } as const;
		expect((await fetch(`${site.origin}/no/such/page`, missing)).status).toBe(302);
		const after = await readCounts("page_view");
		const labels = ["/store", "/no/such/page", "/terms"];
		expect(labels.map((label) => (after[label] ?? 0) - (before[label] ?? 0))).toEqual([0, 0, 1]);
	});

	it("count new viewers, viewed items and redeemed items, each once and without names", async () => {
		const id = shelf.add({ name: "Tray" });
		const registered = (await readCounts("profile_registered"))[""] ?? 0;
		await visit(site, { as: "newcomer" });
		const viewer = await visit(site, { as: "newcomer" });
		const dialog = await viewer.open(`/store/${id}/redeem`);
		expect((await readCounts("view")).Tray).toBe(1);
		for (let time = 0; time < 2; time += 1) await dialog.submit("[role=dialog] form");
		expect((await readCounts("profile_registered"))[""]).toBe(registered + 1);
		expect(counted("redeem").Tray).toBe(1);
		expect(JSON.stringify(shelf.all("select * from event_counts"))).not.toContain("newcomer");
	});

	it.each([
		["social_click", "twitch", 204, "Twitch"],
		["social_click", "elsewhere", 404],
		["resource_click", "<script>", 404],
		["promotion_claim", "no-such-promotion", 404],
		["page_view", "%2Finvented", 404],
		["redeem", "nothing", 404],
	])("answer a click reported as %s of %s with %i", async (event, subject, status, label = subject) => {
		expect((await click(event, subject)).status).toBe(status);
		const counts = expect(await readCounts(event));
		if (status === 204) counts.toHaveProperty([label]);
		else counts.not.toHaveProperty([label]);
	});

	it("store pending counts before the site exits", async () => {
		await click("social_click", "telegram");
		await site.stop();
		expect(counted("social_click")).toMatchObject({ Telegram: 1 });
	});
});
