import type { Browser, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { EventStream } from "../../support/site/event-stream";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import type { Site } from "../../support/site/site";

const TOKEN = "a-token-of-this-test";
let site: Site;
let browser: Browser;
shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { METRICS_TOKEN: TOKEN, RATE_LIMIT_SCALE: "50" } },
);

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const fetchMetrics = (authorization?: string) =>
	fetch(`${site.origin}/metrics`, { headers: authorization ? { authorization } : {} });

/** Every metric value by its name and labels. */
async function metrics(): Promise<Map<string, number>> {
	const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();
	const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
	return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** Posts Plinko rounds of `stake` points with the cookie. */
async function play(cookie: string, rounds: number, stake: number) {
	for (let round = 0; round < rounds; round += 1) {
		const body = new URLSearchParams({
			intent: "play",
			idempotencyKey: crypto.randomUUID(),
			stake: String(stake),
			balls: "1",
		});
		const headers = { cookie, "sec-fetch-site": "same-origin" };
		const { status } = await fetch(`${site.origin}/mini-games/plinko`, { method: "POST", headers, body });
		expect(status).toBe(200);
	}
}

describe("the metrics for Prometheus", () => {
	it("require the token and are not cached", async () => {
		for (const wrong of [undefined, "Bearer wrong", `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`, "Bearer "]) {
			const answer = await fetchMetrics(wrong);
			expect([wrong, answer.status, await answer.text()]).toEqual([wrong, 401, ""]);
			expect(answer.headers.get("www-authenticate")).toBe("Bearer");
		}
		const answer = await fetchMetrics(`Bearer ${TOKEN}`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("no-store");
	});

	it("have one HELP and TYPE line each, and numeric values", async () => {
		const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();
		const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.length).toBeGreaterThan(40);
		for (const line of text.trimEnd().split("\n")) {
			if (line.startsWith("#")) continue;
			const [, name = "", value = ""] = /^([a-z0-9_]+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
			expect([
				line,
				names.includes(name.replace(/_(bucket|sum|count)$/, "")) || names.includes(name),
			]).toEqual([line, true]);
			// prom-client's own gauges of the event loop are NaN right after a scrape.
			if (!name.startsWith("nodejs_eventloop_"))
				expect([line, Number.isFinite(Number(value))]).toEqual([line, true]);
		}
	});

	it("count sign-ins, bets, points, requests, refusals and streams", async () => {
		const before = await metrics();
		const cookie = await signInWithCookies(site, "rita");
		await play(cookie, 3, 10);
		const headers = { cookie, "sec-fetch-site": "cross-site" };
		await fetch(`${site.origin}/mini-games/plinko`, { method: "POST", headers, body: "" });
		const stream = new EventStream(site.origin, "/live?topics=lobby", { cookie });
		await stream.begun;
		const after = await metrics();
		const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
		expect(grown('plateia_sign_ins_total{result="registered"}')).toBe(1);
		expect(grown('plateia_bets_total{game="plinko"}')).toBe(3);
		expect(grown('plateia_staked_points_total{game="plinko"}')).toBe(30);
		expect(grown('plateia_ledger_entries_total{reason="registration"}')).toBe(1);
		expect(grown('plateia_http_requests_total{method="POST",route="/mini-games/plinko",status="200"}')).toBe(
			3,
		);
		expect(grown('plateia_action_refusals_total{code="crossSite"}')).toBe(1);
		expect(grown('plateia_streams{topic="lobby"}')).toBe(1);
		expect(grown("plateia_database_statements_total")).toBeGreaterThan(10);
		expect(after.get("plateia_event_loop_lag_seconds")).toBeGreaterThan(0);
		expect(after.get("plateia_database_bytes")).toBeGreaterThan(0);
		expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(0);
		expect(after.get("process_cpu_seconds_total")).toBeGreaterThan(0);
		expect(after.get("plateia_provider_known")).toBe(1);
		stream.socket.destroy();
	});
});

describe.each(PAIRS)("an admin of the operations page: $lang, scripts $scripts, $width px", (variant) => {
	it("sees the state and the metrics of the last minute", () =>
		journey(browser, site, variant, async (page) => {
			await signIn(page, site, "admin", "/operations");
			await scriptsRun(page);
			await page
				.getByRole("heading", { level: 1, name: localized(variant, "Estado do site", "Site status") })
				.waitFor();
			const found = await page
				.locator("[data-problem]")
				.evaluateAll((lines) => lines.map((line) => line.getAttribute("data-problem") ?? ""));
			// This site makes no backups. A slow test machine may cause further warnings.
			expect(found.filter((code) => !["slow", "stalling"].includes(code))).toEqual(["backupsOff"]);
			const state = localized(
				variant,
				"Tudo funciona, mas há algo a verificar",
				"Everything works, but something needs attention",
			);
			await page.getByRole("heading", { name: state }).waitFor();
			expect(await page.locator("[data-metric=version]").innerText()).toMatch(/^\d+\.\d+\.\d+$/);
			expect(await page.locator("[data-metric=heapLimit]").innerText()).toMatch(/^[\d.,]+\sGB$|^\d+\sMB$/);
			expect(await page.locator("[data-metric=liveCrash]").innerText()).toBe(
				localized(variant, "Desligado", "Off"),
			);
			expect(Number(await page.locator("[data-metric=signIns]").innerText())).toBeGreaterThanOrEqual(1);
			expect(await axe(page)).toEqual([]);
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow).toBe(0);
		}));
});

it("the operations page refreshes every ten seconds", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const openedAt = Date.now();
		await page.clock.install({ time: openedAt });
		await signIn(page, site, "admin", "/operations");
		await scriptsRun(page);
		const isRefresh = (request: Request) => new URL(request.url()).pathname === "/operations.data";
		// The page's clock stands still from a refresh on, so that the next one is due in exactly ten seconds.
		const refreshed = page.waitForRequest(isRefresh);
		await page.clock.pauseAt(openedAt + 60_000);
		await (await refreshed).response();
		let refreshes = 0;
		page.on("request", (request) => {
			if (isRefresh(request)) refreshes += 1;
		});
		const signIns = page.locator("[data-metric=signIns]");
		const before = Number(await signIns.innerText());
		await signInWithCookies(site, "newcomer");
		await page.clock.runFor(9999);
		expect(Number(await signIns.innerText())).toBe(before);
		await page.clock.runFor(1);
		await expect.poll(() => signIns.innerText()).toBe(String(before + 1));
		expect(refreshes).toBe(1);
	}));

it("the operations page reloads itself without scripts", () =>
	journey(browser, site, { scripts: false }, async (page) => {
		await signIn(page, site, "admin", "/operations");
		expect(await page.locator("meta[http-equiv=refresh]").getAttribute("content")).toBe("10");
	}));

it("the operations page shows problems and log events", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		// A callback without a started sign-in.
		await fetch(`${site.origin}/login/callback?code=x&state=y`, { redirect: "manual" });
		await signIn(page, site, "admin", "/operations");
		const row = page.getByRole("row", { name: /sign-in-failed/ });
		await row.getByText("Warning").waitFor();
		expect(await row.locator("td").last().innerText()).toMatch(/^[\w-]{36}$/);
	}));
