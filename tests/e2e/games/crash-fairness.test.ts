import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { Db } from "db/database";
import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifySolo } from "~/games/crash/fairness/solo-verification";
import { axe } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addBet, addChain, addLiveRound, addSoloRound } from "../../support/data/crash-rows";
import { type Site, startSite } from "../../support/site/site";

const ROUNDS = 60;
/** More steps than the server walks for one request. */
const LONG_CHAIN = 1400;

let site: Site;
let browser: Browser;
let chain: Awaited<ReturnType<typeof addChain>>;

async function withDatabase<Result>(use: (db: Db) => Promise<Result>): Promise<Result> {
	const db = openDatabase(site.databaseUrl);
	try {
		return await use(db);
	} finally {
		await db.destroy();
	}
}

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
	await withDatabase(async (db) => {
		const long = await addChain(db, "long", 1500, "2098-01-01T00:00:00.000Z");
		await addLiveRound(db, long, LONG_CHAIN, "closed");
		chain = await addChain(db, "chain", 200, "2099-01-01T00:00:00.000Z");
		for (let number = 1; number <= ROUNDS; number++) {
			const status = number === ROUNDS ? "open" : number === 50 ? "voided" : "closed";
			await addLiveRound(db, chain, number, status);
		}
	});
});
afterAll(async () => {
	await site?.close();
});

const text = (page: Page, testId: string) => page.getByTestId(testId).first().innerText();

async function expectToFit(page: Page) {
	const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
	expect(scroll, "no horizontal overflow").toBeLessThanOrEqual(inner ?? 0);
	expect(await axe(page)).toEqual([]);
}

/** A flight drawn with the player's current seed. */
const addFlight = (name: string, id: string) =>
	withDatabase(async (db) => {
		const seed = await db
			.selectFrom("player_seeds")
			.innerJoin("users", "users.id", "player_seeds.user_id")
			.selectAll("player_seeds")
			.where("twitch_username", "=", name)
			.executeTakeFirstOrThrow();
		const fields = { serverSeed: seed.server_seed, clientSeed: seed.client_seed, nonce: "0", version: "1" };
		const crashPoint = verifySolo(fields)?.crashPoint ?? 0;
		const flight = { seed_id: seed.id, client_seed: seed.client_seed, nonce: 0, draw_version: 1 };
		const round = { id, user_id: seed.user_id, crash_point: crashPoint, ...flight };
		await addSoloRound(db, { ...round, status: "open", started_at: "2026-03-04T12:00:20.000Z" });
		await addBet(db, { id: `bet-${id}`, round_id: id, user_id: seed.user_id, target: 100_000 });
		return { crashPoint, commitment: seed.server_seed_hash };
	});

const closeFlight = (id: string) =>
	withDatabase(async (db) => {
		await db
			.updateTable("crash_bets")
			.set({ status: "lost", payout: 0 })
			.where("round_id", "=", id)
			.execute();
		await db.updateTable("crash_rounds").set({ status: "closed" }).where("id", "=", id).execute();
	});

describe.each(PAIRS)("the Crash fairness page: $lang, scripts $scripts, $width px", (variant) => {
	const shown = (hundredths: number) => {
		const number = (hundredths / 100).toFixed(2);
		return `${variant.lang === "pt" ? number.replace(".", ",") : number}x`;
	};

	it("hides a solo flight's crash point until its end, then verifies it with the revealed seed", () =>
		journey(browser, site, variant, async (page) => {
			const name = `c${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
			await signIn(page, site, name, "/fairness");
			await page.locator('main nav a[href="/fairness/crash"]').click();
			await page.waitForURL("**/fairness/crash");
			expect(await page.locator('main nav a[aria-current="page"]').count()).toBe(1);

			const id = crypto.randomUUID();
			const { crashPoint, commitment } = await addFlight(name, id);
			await page.goto(`${site.origin}/fairness/crash`);
			await page.locator(`a[href="/fairness/crash?round=${id}"]`).click();
			await page.waitForURL(`**round=${id}`);
			expect(await text(page, "round-facts")).toContain(commitment);
			expect(await page.getByTestId("crash-point").count()).toBe(0);
			expect(await page.getByTestId("drawn-crash-point").count()).toBe(0);

			await closeFlight(id);
			await page.reload();
			expect(await text(page, "crash-point")).toBe(shown(crashPoint));
			expect(await page.getByTestId("verdict-good").count()).toBe(0);

			await page.goto(`${site.origin}/fairness`);
			await scriptsRun(page);
			await page.locator("button[value=rotate]").click();
			await page.getByTestId("revealed").waitFor();
			await page.goto(`${site.origin}/fairness/crash?round=${id}`);
			expect(await page.getByTestId("verdict-good").count()).toBe(2);
			expect(await page.getByTestId("verdict-bad").count()).toBe(0);
			expect(await text(page, "drawn-crash-point")).toContain(shown(crashPoint));
			await expectToFit(page);
		}));

	it("lists matching live rounds, walks back to the commitment and keeps the open round's secrets", () =>
		journey(browser, site, variant, async (page) => {
			await page.goto(`${site.origin}/fairness/crash`);
			await page.locator('main nav a[href="/fairness/live-crash"]').click();
			await page.waitForURL("**/fairness/live-crash");
			await page.getByTestId("listed").first().waitFor();
			await scriptsRun(page);
			expect(await text(page, "commitment")).toBe(chain.hashOf(0));
			expect(await text(page, "next-commitment")).toBe(chain.hashOf(ROUNDS - 1));
			const marks = await page
				.getByTestId("listed")
				.evaluateAll((lines) => lines.map((line) => line.getAttribute("data-mark")));
			expect(marks).toEqual(new Array(50).fill("good"));
			expect(await page.getByTestId("listed").first().innerText()).toContain(
				shown(chain.pointOf(ROUNDS - 1)),
			);

			await page.locator("button[name=walk]").click();
			await page.getByTestId("verdict-good").waitFor();
			expect(await text(page, "verdict-good")).toContain(String(ROUNDS - 1));
			await expectToFit(page);

			await page.locator("#round").fill(String(ROUNDS));
			await page.locator("#round").press("Enter");
			await page.waitForURL(`**round=${ROUNDS}**`);
			await page.getByTestId("round-facts").waitFor();
			expect(await text(page, "round-facts")).toContain(chain.hashOf(ROUNDS - 1));
			expect(await page.getByTestId("crash-point").count()).toBe(0);
			for (const secret of [chain.seed, chain.hashOf(ROUNDS), chain.hashOf(ROUNDS + 1)]) {
				expect(await page.content()).not.toContain(secret);
			}

			await page.locator("#round").fill("chain-20");
			await page.locator("#round").press("Enter");
			await page.waitForURL("**round=chain-20**");
			await page.getByTestId("crash-point").waitFor();
			expect(await text(page, "crash-point")).toBe(shown(chain.pointOf(20)));
			expect(await text(page, "hash")).toBe(chain.hashOf(20));
			expect(await page.getByTestId("verdict-good").count()).toBe(2);
			expect(await page.getByTestId("listed").count()).toBe(20);
		}));
});

it.each([true, false])("walks a long chain to its commitment in several requests, scripts %s", (scripts) =>
	journey(browser, site, { lang: "en", scripts }, async (page) => {
		await page.goto(`${site.origin}/fairness/live-crash?chain=long`);
		await page.getByText("An earlier chain").waitFor();
		await scriptsRun(page);
		await page.locator("button[name=walk]").click();
		const result = page.getByText("The commitment was reached after");
		if (!scripts) {
			await page.getByText("Steps back: 1000.").waitFor();
			await page.getByRole("link", { name: "Continue from there" }).click();
		}
		expect(await result.innerText()).toContain(`after ${scripts ? LONG_CHAIN : 400} steps.`);
	}),
);

it("limits chain walks per address, shows the limit in the page's language, and serves other requests", async () => {
	const fetchPage = async (from: string, search: string, language = "en") => {
		const address = `${site.origin}/fairness/live-crash${search}`;
		const headers = { accept: "text/html", cookie: `age-verified=true; language=${language}` };
		const [answer] = (await once(get(address, { localAddress: from, family: 4, headers }), "response")) as [
			IncomingMessage,
		];
		return { status: answer.statusCode, wait: answer.headers["retry-after"], text: await textOf(answer) };
	};
	const walk = `?walk=yes&hash=${"ab".repeat(32)}`;
	for (let count = 0; count < 30; count += 1) expect((await fetchPage("127.0.0.9", walk)).status).toBe(200);
	for (const [language, message] of [
		["en", "Too many requests in a row."],
		["pt", "Demasiadas tentativas seguidas."],
	] as const) {
		const refused = await fetchPage("127.0.0.9", walk, language);
		expect(refused.status).toBe(429);
		expect(refused.text).toContain(message);
		expect(Number(refused.wait)).toBeGreaterThan(0);
	}
	expect((await fetchPage("127.0.0.9", "")).status, "the page itself").toBe(200);
	expect((await fetchPage("127.0.0.10", walk)).status, "another address").toBe(200);
});

it("recomputes in the browser while the user types, and reports a hash that does not match", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await page.goto(`${site.origin}/fairness/live-crash`);
		await scriptsRun(page);
		const hash = page.locator("input[name=hash]");
		await hash.fill(chain.hashOf(30));
		await page.getByText("Rounds listed: 21 correct, 0 wrong, 29 out of this hash's reach.").waitFor();
		expect(await text(page, "drawn-crash-point")).toContain(`${(chain.pointOf(30) / 100).toFixed(2)}x`);
		await page.locator("button[name=walk]").click();
		await page.getByText("The commitment was reached after 30 steps.").waitFor();

		await hash.fill(createHash("sha256").update("another").digest("hex"));
		await page.getByText("Rounds listed: 0 correct, 0 wrong, 50 out of this").waitFor();
		await page.locator("button[name=walk]").click();
		await page.getByText("the commitment isn't in it").waitFor();
		await hash.fill("short");
		await page.getByText("Fill in a hash of 64 hexadecimal digits.").waitFor();
		expect(await page.locator("button[name=walk]").count()).toBe(0);

		await page.goto(`${site.origin}/fairness/crash?serverSeed=a&clientSeed=b&nonce=0#verifier`);
		await scriptsRun(page);
		const before = await text(page, "drawn-crash-point");
		await page.locator("input[name=nonce]").fill("1");
		await expect.poll(() => text(page, "drawn-crash-point")).not.toBe(before);
		await page.locator("select[name=version]").selectOption("2");
		const even = verifySolo({ serverSeed: "a", clientSeed: "b", nonce: "1", version: "2" })?.crashPoint ?? 0;
		await expect.poll(() => text(page, "drawn-crash-point")).toContain(`${(even / 100).toFixed(2)}x`);
	}));

it("reports unknown rounds", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await page.goto(`${site.origin}/fairness/crash?round=nothing`);
		await page.getByText("There's no solo flight with this ID.").waitFor();
		await page.goto(`${site.origin}/fairness/live-crash?round=nothing`);
		await page.getByText("There's no live round with this ID or number.").waitFor();
		await page.goto(`${site.origin}/fairness/live-crash?chain=nothing`);
		expect(await text(page, "commitment"), "falls back to the newest chain").toBe(chain.hashOf(0));
	}));

it("no page or data response contains the secrets of an unfinished round", async () => {
	const id = crypto.randomUUID();
	await withDatabase(async (db) => {
		await db
			.insertInto("users")
			.values({
				id: "user-ana",
				twitch_id: "secret-ana",
				twitch_username: "secret-ana",
				email: null,
				roles: "[]",
				created_at: "2026-03-01T00:00:00.000Z",
			})
			.execute();
		await addSoloRound(db, { id, crash_point: 98_765, started_at: "2026-03-04T12:00:20.000Z" });
	});
	const secrets = [chain.seed, chain.hashOf(ROUNDS), chain.hashOf(ROUNDS + 1), "98765", "987.65", "987,65"];
	for (const file of ["", ".data"]) {
		for (const path of [
			`/fairness/crash${file}?round=${id}`,
			`/fairness/live-crash${file}`,
			`/fairness/live-crash${file}?round=chain-${ROUNDS}`,
			`/fairness/live-crash${file}?round=${ROUNDS}&chain=chain`,
			`/fairness/live-crash${file}?chain=chain&walk=yes`,
		]) {
			const response = await fetch(site.origin + path, { headers: { cookie: "age-verified=true" } });
			expect([path, response.status]).toEqual([path, 200]);
			const body = await response.text();
			for (const secret of secrets) expect(body.includes(secret), `${secret} in ${path}`).toBe(false);
		}
	}
});
