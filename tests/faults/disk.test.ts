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
import { afterEach, describe, expect, it } from "vitest";
import { listBackups } from "~/backups/manifest.server";
import { refusals as english } from "~/i18n/en/refusals";
import { refusals as portuguese } from "~/i18n/pt/refusals";
import { seedFrom } from "../support/random";
import { runCommand } from "../support/site/command";
import { runServerToItsEnd } from "../support/site/server-process";
import { CookieJar, followRedirects, signInWithCookies } from "../support/site/sign-in";
import { getPage, postForm } from "../support/site/single-fetch";
import { type Site, type SiteOptions, startSite } from "../support/site/site";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/site/small-disk";
import { auditFailure } from "./kill-harness";
import { Crowd, faultsOfStored, signInViewers, type Viewer, withDatabase } from "./load";
import { plinkoLoad } from "./plinko-load";

const STARTING_POINTS = 1_000_000;
const SETTINGS = {
	RATE_LIMIT_SCALE: "1000",
	STARTING_POINTS: String(STARTING_POINTS),
	CRASH_PAUSE_SCALE: "0.08",
};
const WITHIN_MS = 60_000;
const BACKUP_WITHIN_MS = 600_000;
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
	site = await startSite({ seed: true, ...options, env: { ...SETTINGS, ...options.env } });
	return site;
};

async function startOnSmallDisk(): Promise<{ site: Site; disk: SmallDisk }> {
	disk = mountSmallDisk(8);
	const env = { IMAGE_FOLDER: join(disk.folder, "images") };
	return { site: await start({ databaseFile: join(disk.folder, "site.sqlite"), env }), disk };
}

async function until(
	what: string,
	condition: () => boolean | Promise<boolean>,
	withinMs = WITHIN_MS,
): Promise<void> {
	const deadline = Date.now() + withinMs;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}\n${site?.logs()}`);
		await sleep(20);
	}
}

const health = async ({ origin }: Site) => {
	const response = await fetch(`${origin}/healthz`);
	const { trouble } = (await response.json()) as { trouble: string | null };
	return { status: response.status, trouble };
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

interface SoloAnswer {
	betId?: string;
}

/** Bets in a solo game, whose first round waits for the bet. The live game runs independently. */
async function betSolo({ origin }: Site, viewer: Viewer): Promise<string> {
	const fields = {
		intent: "place",
		idempotencyKey: crypto.randomUUID(),
		stake: 50,
		auto: "on",
		target: "1.01",
	};
	const { data } = await postForm(`${origin}/mini-games/crash`, viewer, fields);
	const { betId } = data as SoloAnswer;
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

describe.skipIf(!canMount)("a full disk", () => {
	it("is told of before the first write fails", async () => {
		const { site, disk } = await startOnSmallDisk();
		const cookie = await signInWithCookies(site, "admin", "en");
		const read = async () => {
			const response = await fetch(`${site.origin}/healthz`);
			return [response.status, await response.json()];
		};
		const well = { database: true, games: true, leads: true, trouble: null };
		expect(await read()).toEqual([200, { ...well, status: "ok", disk: "ok" }]);
		// 3 % of 8 MiB stay free.
		const { bavail, bsize } = statfsSync(disk.folder);
		const ballast = join(disk.folder, "nearly");
		writeFileSync(ballast, Buffer.alloc(bavail * bsize - 256 * 1024));
		expect(await read()).toEqual([200, { ...well, status: "warning", disk: "nearly full" }]);
		const page = await (await fetch(`${site.origin}/operations`, { headers: { cookie } })).text();
		expect(page.includes("the disk is nearly full. Free: 0 MB.")).toBe(true);
		rmSync(ballast);
		expect(await read()).toEqual([200, { ...well, status: "ok", disk: "ok" }]);
	});

	it("leaves the site readable, shows a message for refused writes, and recovers when there is space", async () => {
		const { site, disk } = await startOnSmallDisk();
		const viewers = await signInViewers(site, 8, "disk");
		const [ana] = viewers as [Viewer, ...Viewer[]];
		const { load, refused } = storedOrRefused();
		const crowd = new Crowd(site.origin, viewers.slice(1), load, seedFrom("FAULT_SEED"));
		crowd.start();
		const bet = await betSolo(site, ana);

		disk.fill();
		await until("writes are refused", () => refused() > 20);
		expect(await health(site)).toMatchObject({ status: 503, trouble: "full" });
		for (const [language, messages] of [
			["en", english],
			["pt", portuguese],
		] as const) {
			for (const path of ["/", "/store", "/mini-games", "/user-points"]) {
				const { status } = await getPage(site.origin + path, ana, language);
				expect([path, status]).not.toEqual([path, 500]);
				if (path === "/store") expect(status).toBe(200);
			}
			const cookie = `language=${language}; ${ana.cookie}; age-verified=true`;
			const response = await fetch(`${site.origin}/mini-games/plinko`, {
				method: "POST",
				headers: { cookie, "sec-fetch-site": "same-origin", accept: "text/html" },
				body: new URLSearchParams({
					intent: "play",
					idempotencyKey: crypto.randomUUID(),
					stake: "10",
					balls: "1",
				}),
			});
			expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
			expect(await response.text()).toContain(messages.cannotStore);
		}

		const before = refused();
		disk.free();
		await until("the site is healthy", async () => (await health(site)).status === 200);
		const acts = crowd.acts;
		await until("viewers can play again", () => crowd.acts > acts + 20);
		await until("the bet is settled", () => statusOfBet(site.database, bet) !== "active");
		await crowd.finish();

		expect(before).toBeGreaterThan(0);
		expect(crowd.faults).toEqual([]);
		expect(withDatabase(site.database, (file) => faultsOfStored(file, load, crowd.recorded))).toEqual([]);
		expect(site.logs()).toContain('"event":"storage-recovered"');
		expect(await site.stop()).toMatchObject({ code: 0 });
		expect(auditFailure(site.database)).toBeUndefined();
	});

	it("prevents the start of a site, as a read-only disk does, and loses nothing when the process is killed", async () => {
		const { site, disk } = await startOnSmallDisk();
		const [ana] = (await signInViewers(site, 1, "killed")) as [Viewer];
		const bet = await betSolo(site, ana);
		disk.fill();
		await until("a write is refused", async () => (await play(site, ana)).status === 503);
		expect((await health(site)).trouble).toBe("full");
		await site.kill();
		await expect(site.restart()).rejects.toThrow(/cannot (start|be used): the disk is full/);
		disk.free();
		disk.remount("ro");
		await expect(site.restart()).rejects.toThrow(/cannot (start|be used): .*read-only/);
		disk.remount("rw");
		await site.restart();
		expect(statusOfBet(site.database, bet)).not.toBe("active");
		await site.stop();
		expect(auditFailure(site.database)).toBeUndefined();
	});
});

describe("a database", () => {
	it("locked by another program refuses writes quickly until it is unlocked", async () => {
		const site = await start();
		const [ana] = (await signInViewers(site, 1, "locked")) as [Viewer];
		const other = new SQLite(site.database);
		other.exec("begin immediate");
		await until("a write is refused", async () => (await play(site, ana)).status === 503);
		await until("a refusal takes less than 500 ms", async () => {
			const since = performance.now();
			const { status } = await play(site, ana);
			return status === 503 && performance.now() - since < 500;
		});
		expect((await getPage(`${site.origin}/store`, ana)).status).toBe(200);
		expect(await health(site)).toMatchObject({ status: 503, trouble: "locked" });
		const failed = (address: string) => address.includes("/login/failed");
		const { address } = await followRedirects(new CookieJar(), `${site.origin}/login?login_hint=ana`, failed);
		expect(address).toContain("reason=storage");
		other.exec("rollback");
		other.close();
		await until("a write is accepted", async () => (await play(site, ana)).status === 200);
		await until("the site is healthy", async () => (await health(site)).status === 200);
		await site.stop();
		expect(auditFailure(site.database)).toBeUndefined();
	});

	it("serves a single site: a second process reports the conflict and exits, and the first keeps running", async () => {
		const site = await start();
		const { code, output } = await runServerToItsEnd(site.settings({ PORT: "0" }));
		expect([code, output]).toEqual([1, expect.stringContaining("Another process of the site uses")]);
		const restore = runCommand("restore", site, "no-such-backup");
		expect([restore.status, restore.stderr]).toEqual([1, expect.stringContaining("is no backup")]);
		expect(await health(site)).toMatchObject({ status: 200 });
		// A killed process leaves no lock behind.
		await site.kill();
		await site.restart();
	});

	it("that turns out to be corrupt stops the site, prevents its start, and is replaced from a backup", async () => {
		const site = await start({ backups: true });
		// The backup runs with low priority, and still works after it has given the copy its name.
		await until(
			"the site has made a backup",
			() => site.logs().includes('"event":"backup-made"'),
			BACKUP_WITHIN_MS,
		);
		const [ana] = (await signInViewers(site, 1, "corrupt")) as [Viewer];
		expect(runCommand("backup", site)).toMatchObject({ status: 0, stderr: "" });
		const [last = "none", ...older] = await listBackups(site.backups, new Date());
		expect(older).toHaveLength(1);

		const ended = once(site.process, "exit");
		// A commit of another connection makes the site read its pages again.
		const other = new SQLite(site.database);
		other.exec("begin immediate; create table other (x)");
		corruptPages(site.database);
		other.exec("commit");
		other.close();
		await until("a request hits the corruption", async () => {
			const response = await getPage(`${site.origin}/store`, ana).catch(() => undefined);
			return response === undefined || site.process.exitCode !== null;
		});
		expect((await ended)[0]).toBe(CORRUPT);
		expect(site.logs()).toContain('"event":"database-corrupt"');

		const before = statSync(site.database).mtimeMs;
		const { code, output } = await runServerToItsEnd(site.settings({}));
		expect([code, output]).toEqual([CORRUPT, expect.stringMatching(/is corrupt .*plateia restore/)]);
		expect(statSync(site.database).mtimeMs).toBe(before);

		const restored = runCommand("restore", site, join(site.backups, last));
		expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining("is as it was at")]);
		await site.restart();
		expect((await getPage(`${site.origin}/points`, ana)).status).toBe(200);
		expect(existsSync(`${site.database}.corrupt`)).toBe(false);
		await site.stop();
		expect(auditFailure(site.database)).toBeUndefined();
	});
});

/** Overwrites all pages except the first, whose header identifies the file as a database. */
function corruptPages(path: string): void {
	const file = openSync(path, "r+");
	for (let page = 1; page < statSync(path).size / 4096; page += 1) {
		writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
	}
	closeSync(file);
}
