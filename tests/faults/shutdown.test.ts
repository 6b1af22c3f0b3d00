import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { signIn as english } from "~/i18n/en/pages/sign-in";
import { signIn as portuguese } from "~/i18n/pt/pages/sign-in";
import { startProvider } from "../../demo/provider.mjs";
import { runServerToItsEnd } from "../support/site/server-process";
import { CookieJar, followRedirects, signInWithCookies } from "../support/site/sign-in";
import { getPage } from "../support/site/single-fetch";
import { freePort, type Site, startSite } from "../support/site/site";
import { sized } from "../support/test-size";
import { expectNoFaults, SEED } from "./kill-harness";
import { Crowd, faultsOfStored, signInViewers, withDatabase } from "./load";
import { plinkoLoad } from "./plinko-load";

const VIEWERS = 12;
const STARTING_POINTS = 1_000_000;
const WRITTEN_AFTER_MS = 3;
const STOPS = sized(2, 20);
const VISITOR = { cookie: "" };

let site: Site | undefined;
afterEach(() => site?.close());

/** The requests that have waited for a response for `ms`, so that they have left this process. */
async function pendingFor<Call extends { idempotencyKey: string }, Answer>(
	crowd: Crowd<Call, Answer>,
	ms: number,
) {
	const sent = new Map(crowd.unanswered);
	await sleep(ms);
	return [...sent].filter(([viewer, call]) => crowd.unanswered.get(viewer) === call);
}

it("SIGTERM under load ends the process, answers pending requests, and loses neither rounds nor sign-ins", async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", STARTING_POINTS: String(STARTING_POINTS) } });
	const viewers = await signInViewers(site, VIEWERS, "stop");
	const load = plinkoLoad(STARTING_POINTS);
	const crowd = new Crowd(site.origin, viewers, load, SEED);
	for (let stop = 1; stop <= STOPS; stop += 1) {
		const from = crowd.recorded.length;
		crowd.start();
		// Until every viewer has a response, a connection may still be in the listen queue, where it is not accepted.
		await crowd.until(() => {
			const answers = crowd.recorded.slice(from);
			return answers.length > 4 * VIEWERS && new Set(answers.map(({ viewer }) => viewer)).size === VIEWERS;
		});
		const pending = await pendingFor(crowd, WRITTEN_AFTER_MS);
		const { code, signal } = await site.stop();
		await crowd.waitForDisconnects();

		// A process that is late ends with 1.
		expect({ code, signal }).toEqual({ code: 0, signal: null });
		// A refused connection carried no request: the machine had no time to open it before the site stopped.
		const unanswered = pending.filter(
			([viewer, call]) => crowd.unanswered.get(viewer) === call && !crowd.refused.has(viewer),
		);
		expect(unanswered.map(([viewer]) => viewer.name)).toEqual([]);
		withDatabase(site.database, (database) => {
			crowd.faults.push(...faultsOfStored(database, load, crowd.recorded.slice(from)));
			// A request that was not accepted was not executed.
			expect(load.countActs(database)).toBe(crowd.acts);
		});
		await expectNoFaults(site, crowd.faults);
		crowd.unanswered.clear();
		crowd.refused.clear();
		await site.restart();
	}
	for (const viewer of viewers.slice(0, 3)) {
		const { status, html } = await getPage(`${site.origin}/`, viewer);
		expect({ status, named: html.includes(viewer.name) }).toEqual({ status: 200, named: true });
	}
});

it("a start with invalid settings ends with one message that lists each of them", async () => {
	const invalid = {
		APP_ORIGIN: "not an origin",
		DATABASE_URL: "mysql://elsewhere",
		OIDC_ISSUER: "nowhere",
		SESSION_SECRET: "short",
		SITE_TIMEZONE: "Mars/Olympus",
		STARTING_POINTS: "-1",
	};
	const { code, output } = await runServerToItsEnd(invalid);
	const named = output.split("\n").flatMap((line) => line.match(/^ {2}(\w+): \S/)?.[1] ?? []);
	expect({ code, named: named.sort() }).toEqual({ code: 1, named: Object.keys(invalid) });
	expect(output).not.toContain("    at ");
});

it("a sign-in provider that is down prevents sign-ins only, and the folder of the database is made", async () => {
	const port = await freePort();
	const client = { clientId: "plateia-late", clientSecret: "a-secret-of-the-late-provider" };
	const folder = await mkdtemp(join(tmpdir(), "plateia-folder-"));
	site = await startSite({
		databaseFile: join(folder, "not/yet/there.sqlite"),
		env: {
			OIDC_ISSUER: `http://localhost:${port}`,
			OIDC_CLIENT_ID: client.clientId,
			OIDC_CLIENT_SECRET: client.clientSecret,
		},
	});
	const { origin } = site;
	const expectNoSignIn = async () => {
		for (const [language, message] of [
			["pt", portuguese.failed.provider],
			["en", english.failed.provider],
		] as const) {
			const jar = new CookieJar();
			jar.set(origin, "language", language);
			jar.set(origin, "age-verified", "true");
			const { address, response } = await followRedirects(jar, `${origin}/login?login_hint=ana`);
			expect([address, response?.status]).toEqual([`${origin}/login/failed?reason=provider`, 200]);
			expect((await response?.text())?.replaceAll("&#x27;", "'")).toContain(message);
		}
	};
	// The first attempt may share a discovery that began while the provider was down.
	const signIn = () => signInWithCookies({ origin }, "ana").catch(() => signInWithCookies({ origin }, "ana"));

	for (const path of ["/", "/mini-games", "/mini-games/plinko", "/fairness"])
		expect((await getPage(`${origin}${path}`, VISITOR)).status).toBe(200);
	await expectNoSignIn();
	const provider = await startProvider({ port, siteOrigin: origin, ...client });
	try {
		const cookie = await signIn();
		// An outage of the provider, now with an answer, does not end sessions.
		provider.setDown(true);
		await site.restart();
		expect((await getPage(`${origin}/`, { cookie })).html).toContain("ana");
		await expectNoSignIn();
		provider.setDown(false);
		expect(await signIn()).toContain("session=");
	} finally {
		await provider.close();
		await site.close();
		await rm(folder, { recursive: true, force: true });
	}
});
