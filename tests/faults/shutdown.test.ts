import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account as english } from "~/i18n/en/account";
import { account as portuguese } from "~/i18n/pt/account";
import { startProvider } from "../../demo/provider.mjs";
import { seedFrom } from "../support/random";
import { runServerToItsEnd } from "../support/site/server-process";
import { CookieJar, followRedirects, signInWithCookies } from "../support/site/sign-in";
import { getPage } from "../support/site/single-fetch";
import { freePort, type Site, startSite } from "../support/site/site";
import { findBroken } from "./kill-harness";
import { Crowd, faultsOfStored, signInViewers, type Viewer, withDatabase } from "./load";
import { plinkoLoad } from "./plinko-load";

const VIEWERS = 20;
const STARTING_POINTS = 1_000_000;
const ENDS_WITHIN_MS = 5000;
const LOAD_MS = 500;
const WRITTEN_AFTER_MS = 3;
const STOPS = 5;
const VISITOR = { cookie: "" };

/** Until then a connection may still wait to be accepted: what stands in that queue nobody has taken on. */
async function everyViewerAnswered<Call extends { idempotencyKey: string }, Answer>(
	crowd: Crowd<Call, Answer>,
	from: number,
) {
	while (new Set(crowd.noted.slice(from).map(({ viewer }) => viewer)).size < crowd.viewers.length) {
		await sleep(50);
	}
}

/** The requests that were sent and have waited for an answer since, so that they have left this process. */
async function sentFor<Call extends { idempotencyKey: string }, Answer>(
	crowd: Crowd<Call, Answer>,
	ms: number,
) {
	const sent = new Map(crowd.unanswered);
	await sleep(ms);
	return [...sent].filter(([viewer, call]) => crowd.unanswered.get(viewer) === call);
}

describe("SIGTERM", () => {
	let site: Site;
	let viewers: Viewer[];

	beforeAll(async () => {
		const env = { RATE_LIMIT_SCALE: "1000", STARTING_POINTS: String(STARTING_POINTS) };
		site = await startSite({ env });
		viewers = await signInViewers(site, VIEWERS, "stop");
	});
	afterAll(() => site?.close());

	it("ends in time under load, answers what is under way and loses nothing", async () => {
		const load = plinkoLoad(STARTING_POINTS);
		const crowd = new Crowd(site.origin, viewers, load, seedFrom("FAULT_SEED"));
		for (let stop = 1; stop <= STOPS; stop += 1) {
			if (stop > 1) await site.restart();
			const from = crowd.noted.length;
			crowd.start();
			await everyViewerAnswered(crowd, from);
			await sleep(LOAD_MS);
			const underWay = await sentFor(crowd, WRITTEN_AFTER_MS);
			const { code, signal, milliseconds } = await site.stop();
			await crowd.waitForTheEnd();

			expect({ code, signal }).toEqual({ code: 0, signal: null });
			expect(milliseconds).toBeLessThan(ENDS_WITHIN_MS);
			const cutOff = underWay.filter(([viewer, call]) => crowd.unanswered.get(viewer) === call);
			expect(cutOff.map(([viewer]) => viewer.name)).toEqual([]);
			expect(crowd.noted.length - from).toBeGreaterThan(VIEWERS);
			expect(crowd.faults).toEqual([]);
			const faults = withDatabase(site.database, (database) =>
				faultsOfStored(database, load, crowd.noted.slice(from)),
			);
			expect(faults).toEqual([]);
			// What met a closed door was not played behind it.
			expect(withDatabase(site.database, load.countActs)).toBe(crowd.acts);
			crowd.unanswered.clear();
		}
		expect(await findBroken(site.database, load.invariants)).toEqual([]);
	});

	it("keeps everybody signed in over a restart", async () => {
		await site.restart();
		for (const viewer of viewers.slice(0, 3)) {
			const { status, html } = await getPage(`${site.origin}/`, viewer);
			expect({ status, named: html.includes(viewer.name) }).toEqual({ status: 200, named: true });
		}
	});
});

describe("settings", () => {
	it("stops the start with one message that lists every one that is missing or wrong", async () => {
		const { code, output } = await runServerToItsEnd({
			APP_ORIGIN: "not an origin",
			DATABASE_URL: "mysql://elsewhere",
			SESSION_SECRET: "short",
			OIDC_ISSUER: "",
			STARTING_POINTS: "-1",
			SITE_TIMEZONE: "Mars/Olympus",
		});
		expect(code).toBe(1);
		const named = output.split("\n").flatMap((line) => line.match(/^ {2}(\w+): \S/)?.[1] ?? []);
		expect(named.sort()).toEqual([
			"APP_ORIGIN",
			"DATABASE_URL",
			"OIDC_CLIENT_ID",
			"OIDC_CLIENT_SECRET",
			"OIDC_ISSUER",
			"SESSION_SECRET",
			"SITE_TIMEZONE",
			"STARTING_POINTS",
		]);
		expect(output).not.toContain("    at ");
	});
});

describe("a sign-in provider that is down", () => {
	/** Where signing in ends, and what the page there says. */
	async function trySignIn(site: Site, language: "pt" | "en") {
		const jar = new CookieJar();
		jar.set(site.origin, "language", language);
		jar.set(site.origin, "age-verified", "true");
		const { address, response } = await followRedirects(jar, `${site.origin}/login?login_hint=ana`);
		return { address, status: response?.status, html: (await response?.text()) ?? "" };
	}

	async function expectNoSignIn(site: Site) {
		for (const [language, words] of [
			["pt", portuguese.failed.provider],
			["en", english.failed.provider],
		] as const) {
			const { address, status, html } = await trySignIn(site, language);
			expect({ address, status }).toEqual({
				address: `${site.origin}/login/failed?reason=provider`,
				status: 200,
			});
			expect(html.includes('data-testid="login-failed"') && html.includes(words)).toBe(true);
		}
	}

	it("does not keep the site from starting and serving visitors, and signs in once it is back", async () => {
		const site = await startSite();
		try {
			site.provider.setDown(true);
			await site.restart();
			for (const path of ["/", "/mini-games", "/mini-games/plinko", "/fairness"]) {
				expect((await getPage(`${site.origin}${path}`, VISITOR)).status).toBe(200);
			}
			await expectNoSignIn(site);
			site.provider.setDown(false);
			const cookie = await signInWithCookies(site, "ana");

			// It does not end sessions either.
			site.provider.setDown(true);
			await site.restart();
			expect((await getPage(`${site.origin}/`, { cookie })).html.includes("ana")).toBe(true);
		} finally {
			await site.close();
		}
	});

	it("may start after the site", async () => {
		const port = await freePort();
		const client = { clientId: "plateia-late", clientSecret: "a-secret-of-the-late-provider" };
		const site = await startSite({
			env: {
				OIDC_ISSUER: `http://localhost:${port}`,
				OIDC_CLIENT_ID: client.clientId,
				OIDC_CLIENT_SECRET: client.clientSecret,
			},
		});
		try {
			expect((await getPage(`${site.origin}/`, VISITOR)).status).toBe(200);
			await expectNoSignIn(site);
			const provider = await startProvider({ port, siteOrigin: site.origin, ...client });
			try {
				expect(await signInWithCookies(site, "ana")).toContain("session=");
			} finally {
				await provider.close();
			}
		} finally {
			await site.close();
		}
	});
});

describe("the database's folder", () => {
	it("is made when it is missing", async () => {
		const folder = await mkdtemp(join(tmpdir(), "plateia-folder-"));
		const site = await startSite({ databaseFile: join(folder, "not/yet/there.sqlite") });
		try {
			expect((await getPage(`${site.origin}/`, VISITOR)).status).toBe(200);
		} finally {
			await site.close();
			await rm(folder, { recursive: true, force: true });
		}
	});
});
