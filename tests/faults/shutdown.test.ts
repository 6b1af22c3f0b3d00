import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn as english } from "~/i18n/en/pages/sign-in";
import { signIn as portuguese } from "~/i18n/pt/pages/sign-in";
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

/**
 * Until every viewer has a response, a connection may still be in the listen queue, where the site has not accepted it.
 */
async function waitForEveryViewer<Call extends { idempotencyKey: string }, Answer>(
	crowd: Crowd<Call, Answer>,
	from: number,
) {
	while (new Set(crowd.recorded.slice(from).map(({ viewer }) => viewer)).size < crowd.viewers.length) {
		await sleep(50);
	}
}

/** The requests that have waited for a response for `ms`, so that they have left this process. */
async function pendingFor<Call extends { idempotencyKey: string }, Answer>(
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

	it("ends the process in time under load, answers pending requests and loses nothing", async () => {
		const load = plinkoLoad(STARTING_POINTS);
		const crowd = new Crowd(site.origin, viewers, load, seedFrom("FAULT_SEED"));
		for (let stop = 1; stop <= STOPS; stop += 1) {
			if (stop > 1) await site.restart();
			const from = crowd.recorded.length;
			crowd.start();
			await waitForEveryViewer(crowd, from);
			await sleep(LOAD_MS);
			const pending = await pendingFor(crowd, WRITTEN_AFTER_MS);
			const { code, signal, milliseconds } = await site.stop();
			await crowd.waitForDisconnects();

			expect({ code, signal }).toEqual({ code: 0, signal: null });
			expect(milliseconds).toBeLessThan(ENDS_WITHIN_MS);
			// A refused connection carried no request: the machine had no time to open it before the site stopped.
			const unanswered = pending.filter(
				([viewer, call]) => crowd.unanswered.get(viewer) === call && !crowd.refused.has(viewer),
			);
			expect(unanswered.map(([viewer]) => viewer.name)).toEqual([]);
			expect(crowd.recorded.length - from).toBeGreaterThanOrEqual(VIEWERS);
			expect(crowd.faults).toEqual([]);
			const faults = withDatabase(site.database, (database) =>
				faultsOfStored(database, load, crowd.recorded.slice(from)),
			);
			expect(faults).toEqual([]);
			// A request that was not accepted was not executed.
			expect(withDatabase(site.database, load.countActs)).toBe(crowd.acts);
			crowd.unanswered.clear();
			crowd.refused.clear();
		}
		expect(await findBroken(site.database, load.invariants)).toEqual([]);
	});

	it("keeps users signed in over a restart", async () => {
		await site.restart();
		for (const viewer of viewers.slice(0, 3)) {
			const { status, html } = await getPage(`${site.origin}/`, viewer);
			expect({ status, named: html.includes(viewer.name) }).toEqual({ status: 200, named: true });
		}
	});
});

describe("invalid settings", () => {
	it("stop the start with one message that lists each of them", async () => {
		const { code, output } = await runServerToItsEnd({
			APP_ORIGIN: "not an origin",
			DATABASE_URL: "mysql://elsewhere",
			SESSION_SECRET: "short",
			OIDC_ISSUER: "nowhere",
			STARTING_POINTS: "-1",
			SITE_TIMEZONE: "Mars/Olympus",
		});
		expect(code).toBe(1);
		const named = output.split("\n").flatMap((line) => line.match(/^ {2}(\w+): \S/)?.[1] ?? []);
		expect(named.sort()).toEqual([
			"APP_ORIGIN",
			"DATABASE_URL",
			"OIDC_ISSUER",
			"SESSION_SECRET",
			"SITE_TIMEZONE",
			"STARTING_POINTS",
		]);
		expect(output).not.toContain("    at ");
	});
});

describe("a sign-in provider that is down", () => {
	/** The final URL of a sign-in and its page. */
	async function trySignIn(site: Site, language: "pt" | "en") {
		const jar = new CookieJar();
		jar.set(site.origin, "language", language);
		jar.set(site.origin, "age-verified", "true");
		const { address, response } = await followRedirects(jar, `${site.origin}/login?login_hint=ana`);
		return { address, status: response?.status, html: (await response?.text()) ?? "" };
	}

	async function expectNoSignIn(site: Site) {
		for (const [language, message] of [
			["pt", portuguese.failed.provider],
			["en", english.failed.provider],
		] as const) {
			const { address, status, html } = await trySignIn(site, language);
			expect({ address, status }).toEqual({
				address: `${site.origin}/login/failed?reason=provider`,
				status: 200,
			});
			expect(html).toContain('data-testid="login-failed"');
			expect(html.replaceAll("&#x27;", "'")).toContain(message);
		}
	}

	it("does not prevent the start and the service for visitors, and signs in once it is up", async () => {
		const site = await startSite();
		try {
			site.provider.setDown(true);
			await site.restart();
			for (const path of ["/", "/mini-games", "/mini-games/plinko", "/fairness"]) {
				expect((await getPage(`${site.origin}${path}`, VISITOR)).status).toBe(200);
			}
			await expectNoSignIn(site);
			site.provider.setDown(false);
			// The first attempt may share a discovery that began while the provider was down.
			const cookie = await signInWithCookies(site, "ana").catch(() => signInWithCookies(site, "ana"));

			// An outage of the provider does not end sessions.
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
				const cookie = await signInWithCookies(site, "ana").catch(() => signInWithCookies(site, "ana"));
				expect(cookie).toContain("session=");
			} finally {
				await provider.close();
			}
		} finally {
			await site.close();
		}
	});
});

describe("the database's folder", () => {
	it("is created if it is missing", async () => {
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
