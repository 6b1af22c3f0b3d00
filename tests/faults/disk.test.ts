import { once } from "node:events";
import {
	closeSync,
	existsSync,
	openSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/sqlite/driver";
import { afterEach, expect, it } from "vitest";
import { listBackups } from "~/backups/manifest.server";
import { refusals as english } from "~/i18n/en/refusals";
import { refusals as portuguese } from "~/i18n/pt/refusals";
import { runCommand } from "../support/site/command";
import { runServerToItsEnd } from "../support/site/server-process";
import { CookieJar, followRedirects, signInWithCookies } from "../support/site/sign-in";
import { getPage, postForm } from "../support/site/single-fetch";
import { type Site, type SiteOptions, startSite } from "../support/site/site";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/site/small-disk";
import { expectNoFaults, SEED } from "./kill-harness";
import { Crowd, faultsOfStored, signInViewers, type Viewer, withDatabase } from "./load";
import { plinkoLoad } from "./plinko-load";

const STARTING_POINTS = 1_000_000;
const SETTINGS = {
	RATE_LIMIT_SCALE: "1000",
	STARTING_POINTS: String(STARTING_POINTS),
	CRASH_PAUSE_SCALE: "0.08",
};
const CORRUPT = 65;

let site: Site | undefined;
let disk: SmallDisk | undefined;
afterEach(async () => {
	await site?.close();
	disk?.remove();
	site = undefined;
	disk = undefined;
});

const start = async (options: SiteOptions = {}): Promise<Site> => {
	site = await startSite({ ...options, env: { ...SETTINGS, ...options.env } });
	return site;
};

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await condition())) await sleep(20);
}

const refuses = (site: Site, viewer: Viewer) => until(async () => (await play(site, viewer)).status === 503);
const isHealthy = (site: Site) => until(async () => (await health(site)).code === 200);

const health = async ({ origin }: Site) => {
	const response = await fetch(`${origin}/healthz`);
	return { code: response.status, ...((await response.json()) as object) };
};

/** The Plinko load, which also accepts a refusal because nothing can be stored. */
function storedOrRefused() {
	const load = plinkoLoad(STARTING_POINTS);
	const isUnstored = (answer: object) => "refused" in answer && answer.refused === "cannotStore";
	let refused = 0;
	return {
		refused: () => refused,
		load: {
			...load,
			async send(...call: Parameters<typeof load.send>) {
				return load.send(...call).catch(async (error: Error) => {
					if (!/^503 .*"cannotStore"/.test(error.message)) throw error;
					refused += 1;
					await sleep(20);
					return { refused: "cannotStore" };
				});
			},
			faultOf: (...[viewer, call, answer]: Parameters<typeof load.faultOf>) =>
				isUnstored(answer) ? undefined : load.faultOf(viewer, call, answer),
		},
	};
}

/** Bets in a solo game, whose first round waits for the bet. The live game runs independently. */
async function betSolo({ origin }: Site, viewer: Viewer): Promise<string> {
	const fields = { intent: "place", stake: 50, auto: "on", target: "1.01" };
	const { data } = await postForm(`${origin}/mini-games/crash`, viewer, {
		...fields,
		idempotencyKey: crypto.randomUUID(),
	});
	const { betId } = data as { betId?: string };
	if (!betId) throw new Error(`the bet was refused: ${JSON.stringify(data)}`);
	return betId;
}

const play = ({ origin }: Site, viewer: Viewer) =>
	postForm(`${origin}/mini-games/plinko`, viewer, {
		...{ intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 },
	});

const statusOfBet = (database: string, id: string) =>
	withDatabase(database, (file) =>
		file.prepare("select status from crash_bets where id = ?").pluck().get(id),
	);

it.skipIf(!canMount)(
	"a full disk leaves the site readable, refuses writes, prevents a start, and loses nothing",
	async () => {
		disk = mountSmallDisk(8);
		const site = await start({
			databaseFile: join(disk.folder, "site.sqlite"),
			env: { IMAGE_FOLDER: join(disk.folder, "images") },
		});
		const admin = await signInWithCookies(site, "admin", "en");
		const viewers = await signInViewers(site, 7, "disk");
		const [ana, ben] = viewers as [Viewer, Viewer, ...Viewer[]];
		const well = { leads: true, trouble: null };
		expect(await health(site)).toEqual({ code: 200, ...well, status: "ok", problems: [] });
		// 3 % of 8 MiB stay free.
		const { bavail, bsize } = statfsSync(disk.folder);
		const ballast = join(disk.folder, "nearly");
		writeFileSync(ballast, Buffer.alloc(bavail * bsize - 256 * 1024));
		expect(await health(site)).toEqual({ code: 200, ...well, status: "warning", problems: ["diskLow"] });
		const page = await fetch(`${site.origin}/operations`, { headers: { cookie: admin } });
		expect(await page.text()).toContain("the disk is nearly full. Free: 0 MB.");
		rmSync(ballast);

		const first = await betSolo(site, ana);
		disk.fill();
		await refuses(site, ana);
		await site.kill();
		await expect(site.restart()).rejects.toThrow(/cannot (start|be used): the disk is full/);
		disk.free();
		disk.remount("ro");
		await expect(site.restart()).rejects.toThrow(/cannot (start|be used): .*read-only/);
		disk.remount("rw");
		await site.restart();
		await until(() => statusOfBet(site.database, first) !== "active");

		const { load, refused } = storedOrRefused();
		const crowd = new Crowd(site.origin, viewers.slice(2), load, SEED);
		crowd.start();
		const bet = await betSolo(site, ben);
		disk.fill();
		await crowd.until(() => refused() > 20);
		expect(await health(site)).toMatchObject({ code: 503, trouble: "full" });
		for (const path of ["/", "/store", "/mini-games", "/user-points"])
			expect([path, (await getPage(site.origin + path, ana)).status]).not.toEqual([path, 500]);
		expect((await getPage(`${site.origin}/store`, ana)).status).toBe(200);
		for (const [language, { cannotStore }] of [
			["en", english],
			["pt", portuguese],
		] as const) {
			const cookie = `language=${language}; ${ana.cookie}; age-verified=true`;
			const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: "10", balls: "1" };
			const response = await fetch(`${site.origin}/mini-games/plinko`, {
				method: "POST",
				headers: { cookie, "sec-fetch-site": "same-origin", accept: "text/html" },
				body: new URLSearchParams(fields),
			});
			expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
			expect(await response.text()).toContain(cannotStore);
		}

		disk.free();
		await isHealthy(site);
		const acts = crowd.acts;
		await crowd.until(() => crowd.acts > acts + 20);
		await until(() => statusOfBet(site.database, bet) !== "active");
		await crowd.finish();
		const differences = withDatabase(site.database, (file) => faultsOfStored(file, load, crowd.recorded));
		await expectNoFaults(site, [...crowd.faults, ...differences]);
		expect(site.logs()).toContain('"event":"storage-recovered"');

		expect(await site.stop()).toMatchObject({ code: 0 });
		await expectNoFaults(site, []);
	},
);

it("a database serves a single site, refuses writes while it is locked, and is replaced from a backup when it is corrupt", async () => {
	const site = await start({ backups: true });
	const [ana] = (await signInViewers(site, 1, "disk")) as [Viewer];
	const restore = (backup: string) => runCommand("restore", site, backup);
	await until(() => site.logs().includes('"event":"backup-made"'));

	// A second process reports the conflict and exits, and the first keeps running.
	const { code, output } = await runServerToItsEnd(site.settings({ PORT: "0" }));
	expect([code, output]).toEqual([1, expect.stringContaining("Another process of the site uses")]);
	expect(restore("none")).toMatchObject({ status: 1, stderr: expect.stringContaining("is no backup") });
	expect(await health(site)).toMatchObject({ code: 200 });

	const other = new SQLite(site.database);
	other.exec("begin immediate");
	await refuses(site, ana);
	expect((await getPage(`${site.origin}/store`, ana)).status).toBe(200);
	expect(await health(site)).toMatchObject({ code: 503, trouble: "locked" });
	const failed = (address: string) => address.includes("/login/failed");
	const { address } = await followRedirects(new CookieJar(), `${site.origin}/login?login_hint=ana`, failed);
	expect(address).toContain("reason=storage");
	other.exec("rollback");
	await until(async () => (await play(site, ana)).status === 200);
	await isHealthy(site);

	expect(runCommand("backup", site)).toMatchObject({ status: 0, stderr: "" });
	const [last = "none", ...older] = await listBackups(site.backups, new Date());
	expect(older).toHaveLength(1);
	const ended = once(site.process, "exit");
	other.pragma("wal_checkpoint(truncate)");
	// A commit of another connection makes the site read its pages again.
	other.exec("begin immediate; create table other (x)");
	corruptPages(site.database);
	other.exec("commit");
	other.close();
	await until(async () => {
		const response = await getPage(`${site.origin}/store`, ana).catch(() => undefined);
		return response === undefined || site.process.exitCode !== null;
	});
	expect((await ended)[0]).toBe(CORRUPT);
	expect(site.logs()).toContain('"event":"database-corrupt"');
	const before = statSync(site.database).mtimeMs;
	const corrupt = await runServerToItsEnd(site.settings({}));
	expect([corrupt.code, corrupt.output]).toEqual([
		CORRUPT,
		expect.stringMatching(/is corrupt .*plateia restore/),
	]);
	expect(statSync(site.database).mtimeMs).toBe(before);

	expect(restore(join(site.backups, last))).toMatchObject({
		status: 0,
		stdout: expect.stringContaining("is as it was at"),
	});
	await site.restart();
	expect((await getPage(`${site.origin}/points`, ana)).status).toBe(200);
	expect(existsSync(`${site.database}.corrupt`)).toBe(false);
	await expectNoFaults(site, []);
});

/** Overwrites all pages except the first, whose header identifies the file as a database. */
function corruptPages(path: string): void {
	const file = openSync(path, "r+");
	for (let page = 1; page < statSync(path).size / 4096; page += 1) {
		writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
	}
	closeSync(file);
}
