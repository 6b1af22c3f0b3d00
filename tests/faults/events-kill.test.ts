import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addItem } from "../support/data/store-rows";
import { isOnPostgres } from "../support/postgres/engine";
import { seededRandom } from "../support/random";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";
import { EventCrowd, Host } from "./events-crowd";
import { countDue, countPaid, faultsOfPrizes, findStuck, isSettled, passTime } from "./events-model";
import { expectNoFaults, killsOf, killUnderLoad, SEED } from "./kill-harness";
import { signInViewers } from "./load";

const KILLS = killsOf(isOnPostgres ? 50 : 200);
const VIEWERS = 10;
const MAX_ACTS = 60;
const MAX_PAID = 10;
const MAX_COMMITS = 60;
const MAX_DECISIONS = 12;

let site: Site;
let rows: Rows;

beforeAll(async () => {
	site = await startSite({
		env: {
			...{ RATE_LIMIT_SCALE: "1000", STARTING_POINTS: "1000000", LOG_LEVEL: "warn" },
			PREDICTIONS: "true",
		},
	});
	rows = openRows(site);
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

it(`pays each prize, refund and share of events once when the server is killed ${KILLS} times`, async () => {
	const random = seededRandom(SEED);
	const viewers = await signInViewers(site, VIEWERS, "event");
	const admin = { cookie: await signInWithCookies(site, "admin") };
	const db = openDatabase(site.databaseUrl);
	const itemId = await addItem(db, "mug", { price: 10, stock: 100_000 });
	await db.destroy();
	const crowd = new EventCrowd(site.origin, rows, viewers);
	const host = new Host(site.origin, rows, admin, itemId, crowd.findOpen);
	const userIds = viewers.map(({ userId }) => userId);
	const faults = crowd.faults;
	let [from, dueAtKills] = [0, 0];

	await killUnderLoad(
		site,
		{
			faults,
			start(turn) {
				from = crowd.calls.length;
				if (host.left === 0) host.plan();
				host.start();
				crowd.start(turn);
			},
			/** After some acts of viewers, some payments, or some acts of the admin. */
			async moment(turn) {
				const [acts, done] = [crowd.acts + 1 + random() * MAX_ACTS, host.done + 1 + random() * MAX_DECISIONS];
				if (turn % 3 === 0) return crowd.until(() => crowd.acts >= acts);
				if (turn % 3 === 2) return host.until(() => host.done >= done || host.left === 0);
				const most = countPaid(rows) + 1 + random() * MAX_PAID;
				while (faults.length === 0 && countPaid(rows) < most && !isSettled(rows)) await sleep(2);
			},
			async stop() {
				await Promise.all([crowd.waitForDisconnects(), host.waitForDisconnects()]);
				faults.push(...host.faults.splice(0));
				dueAtKills += countDue(rows);
				passTime(rows, random, userIds);
			},
			startKilledAfter: (turn) => (turn % 2 === 1 ? 1 + Math.floor(random() * MAX_COMMITS) : undefined),
			findFaults: () => crowd.findFaults(from),
			repeat: () => crowd.repeat(from, random),
		},
		KILLS,
	);

	const finish = async () => {
		host.start();
		await host.until(() => host.left === 0);
		await expect.poll(() => isSettled(rows), { timeout: 60_000 }).toBe(true);
	};
	const wait = async () => {
		await site.kill();
		await host.waitForDisconnects();
		passTime(rows, random, userIds);
		await site.restart();
	};
	// First the last events end and are drawn, then they are decided, then paid.
	await finish();
	await wait();
	host.planEnd();
	await finish();
	await wait();
	await finish();
	await host.waitForDisconnects();
	const counts = { acts: crowd.acts, decisions: host.done, paid: countPaid(rows), dueAtKills };
	console.log(`Events (FAULT_SEED=${SEED}): ${JSON.stringify(counts)}`);
	await expectNoFaults(site, [...faults, ...host.faults, ...findStuck(rows), ...faultsOfPrizes(rows)]);
	const { keys } = rows.one(
		"select count(*) as keys from idempotency_keys join users on users.id = user_id where twitch_username like 'event%'",
	);
	expect(Number(keys), "one stored act for each form that has acted").toBe(crowd.acts);
});
