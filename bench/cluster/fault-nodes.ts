/** Processes of a site on a PostgreSQL server that keeps what it has committed, for the parts that kill or freeze one. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { checkInvariantsAtOneMoment } from "db/audit";
import { openDatabase } from "db/open";
import pLimit from "p-limit";
import pg from "pg";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { storeInvariants } from "~/store/store.audit.server";
import type { CrashCrowd, StoredBet } from "../../tests/faults/crash-crowd";
import type { Viewer } from "../../tests/faults/load";
import { openShelf } from "../../tests/support/data/store-content";
import { runAsAdmin } from "../../tests/support/postgres/admin";
import { type Cluster, startCluster } from "../../tests/support/postgres/cluster";
import { runCommand } from "../../tests/support/site/command";
import { openViewers } from "../../tests/support/site/crowd-viewers";
import { EventStream } from "../../tests/support/site/event-stream";
import { postForm, TextAnswer } from "../../tests/support/site/single-fetch";
import { startSite } from "../../tests/support/site/site";
import { leads, type SiteNode, startNode } from "../../tests/support/site/site-nodes";
import { verdict } from "../lib/measure";

const DATABASE = "site";
/** What a host has by default. */
const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", shared_buffers: "64MB" };
const SETTINGS = {
	RATE_LIMIT_SCALE: "1000",
	LOG_LEVEL: "warn",
};
/** What a busy site may answer: a cash-out is decided, and is stored or refunded later; another form was not carried out. */
export const BUSY = ["resultNotStored", "siteBusy"];
/** Bets that are sent at the same time. More of them conflict with each other, and take longer. */
const BETS_AT_ONCE = 4;
const STAKE = 10;
const AGAIN_MS = 60;
const POLL_MS = 20;
const LEADS_WITHIN_MS = 60_000;
/** A busy machine needs several rounds until all bets are in one. */
const PLACED_WITHIN_MS = 600_000;
const OPEN_WITHIN_MS = 60_000;
const STARTED_WITHIN_MS = 60_000;
const STARTED_POLL_MS = 200;
const EXITS_WITHIN_MS = 30_000;

interface Options {
	/** Settings of the PostgreSQL server. */
	server?: Readonly<Record<string, string>>;
	/** The folder in which the server's folder is made. */
	folder?: string;
	/** The URL of the database, if it is not on the server's socket. Called after the server has started. */
	urlOn?(cluster: Cluster): Promise<string> | string;
	env?: Record<string, string>;
}

export type FaultSite = Awaited<ReturnType<typeof openFaultSite>>;
export type OpenBet = { id: string; user_id: string };

/** Starts a server and makes the database of a site with example content. No process of it runs yet. */
export async function openFaultSite({ server, folder, urlOn, env }: Options = {}) {
	const cluster = startCluster({ ...DURABLE, ...server }, folder);
	const nodes = new Set<SiteNode>();
	let pool: pg.Pool | undefined;
	let closeSite = async () => {};

	async function close() {
		await Promise.all([...nodes].map((node) => node.end("SIGKILL")));
		await closeSite();
		await pool?.end();
		await cluster.remove();
	}

	try {
		await runAsAdmin(cluster.folder, `create database ${DATABASE}`);
		const databaseUrl = (await urlOn?.(cluster)) ?? cluster.url(DATABASE);
		const site = await startSite({ seed: true, env: { ...SETTINGS, ...env, DATABASE_URL: databaseUrl } });
		closeSite = site.close;
		await site.stop();
		pool = new pg.Pool({ connectionString: cluster.url(DATABASE), max: 4 });
		// The server is killed in some parts.
		pool.on("error", () => {});
		pool.on("connect", (client) => client.on("error", () => {}));
		const rows = pool;
		const { settings } = site;

		async function query<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
			return (await rows.query<Row>(text, values)).rows;
		}

		return {
			cluster,
			databaseUrl,
			settings,
			query,
			/** Starts a process, and waits until it answers. */
			async start(...[changes, place]: DropFirst<Parameters<typeof startNode>>): Promise<SiteNode> {
				const node = await startNode(site, changes, place);
				nodes.add(node);
				return node;
			},
			signIn(count: number): Viewer[] {
				const viewers = openViewers({ databaseUrl: cluster.url(DATABASE), settings });
				const ids = viewers.register(count);
				const cookies = viewers.signInAll(ids);
				viewers.close();
				return ids.map((userId, index) => ({
					userId,
					name: `viewer-${userId.slice(0, 8)}`,
					cookie: cookies[index] ?? "",
				}));
			},
			/** Adds store items that never run out. @returns their ids. */
			addItems(count: number, price: number, stock: number): string[] {
				const shelf = openShelf({ databaseUrl: cluster.url(DATABASE) });
				const ids = Array.from({ length: count }, (_, index) =>
					shelf.add({ name: `Item ${index}`, price, stock }),
				);
				shelf.close();
				return ids;
			},
			/** The id of the process that leads, as the database has it. */
			async holder(): Promise<string> {
				const [lease] = await query<{ holder: string }>("select holder from leases where name = 'games'");
				if (!lease?.holder) throw new Error("no process leads");
				return lease.holder;
			},
			/** Of live Crash: those of solo Crash go on without the leader. */
			openBets: () =>
				query<OpenBet>(
					`select b.id, b.user_id from crash_bets b join crash_rounds r on r.id = b.round_id
						where b.status = 'active' and r.game = 'live'`,
				),
			/** What is wrong with bets that must have been refunded once, each with its stake. */
			async faultsOfRefunds(bets: readonly OpenBet[]): Promise<string[]> {
				const found = await query<{ id: string; status: string; entries: string | null }>(
					`select b.id, b.status, string_agg(e.reason || ' ' || e.delta, ', ' order by e.id) as entries
						from crash_bets b left join point_entries e on e.reference = b.id
						where b.id = any($1) group by b.id, b.status`,
					bets.map(({ id }) => id),
				);
				return found.flatMap(({ id, status, entries }) =>
					status === "refunded" && /^live-crash-stake -(\d+), live-crash-refund \1$/.test(entries ?? "")
						? []
						: [`bet ${id} was open, is ${status} with the entries ${entries}`],
				);
			},
			/** Compares the answers to the crowd since `from` with the database. */
			async faultsOfCrowd(crowd: CrashCrowd, from: number): Promise<string[]> {
				const stored = await query<StoredBet>(
					`select id, user_id, amount::int, target::int, status, payout::int, cash_out_multiplier::int
						from crash_bets where id = any($1)`,
					crowd.acceptedIds(from),
				);
				const bets = new Map(stored.map((bet) => [bet.id, bet]));
				return crowd.faultsOfStored((id) => bets.get(id), from);
			},
			/** The rows that violate an invariant of ledger, Crash or store, one line each. */
			async findBroken(): Promise<string[]> {
				const db = openDatabase(cluster.url(DATABASE));
				try {
					const all = [...ledgerInvariants, ...crashInvariants, ...storeInvariants];
					const findings = await checkInvariantsAtOneMoment(db, all);
					return findings.flatMap(({ name, rows }) =>
						rows.map((row) => `broken: ${name}: ${JSON.stringify(row)}`),
					);
				} finally {
					await db.destroy();
				}
			},
			/** Runs `plateia audit`. @returns its output if it failed. */
			auditFailure(): string | undefined {
				const { status, stdout, stderr } = runCommand("audit", site);
				return status === 0 ? undefined : `${stdout}${stderr}`;
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Waits until a process leads.
 * @returns the ms from `since`, a time of `performance.now()`.
 * @throws if it does not within a minute.
 */
export async function untilLeads(node: SiteNode, since: number): Promise<number> {
	while (performance.now() - since < LEADS_WITHIN_MS) {
		if (await leads(node)) return performance.now() - since;
		await sleep(POLL_MS);
	}
	throw new Error(`no new leader within ${LEADS_WITHIN_MS} ms:\n${node.logs()}`);
}

/** Starts the server unless it runs, and waits until it answers. @throws if it does not within a minute. */
export async function startServer({ cluster, query }: FaultSite): Promise<void> {
	const deadline = performance.now() + STARTED_WITHIN_MS;
	for (;;) {
		try {
			await query("select 1");
			return;
		} catch (error) {
			if (performance.now() > deadline) throw error;
		}
		try {
			cluster.start();
		} catch {
			// It recovers, or the processes of the last one have not ended yet.
			await sleep(STARTED_POLL_MS);
		}
	}
}

/** Places one live bet for each viewer. @returns once all of them are open at the same time. */
export async function placeBets(site: FaultSite, origin: string, viewers: readonly Viewer[]): Promise<void> {
	const deadline = performance.now() + PLACED_WITHIN_MS;
	const limited = pLimit(BETS_AT_ONCE);
	for (;;) {
		const open = new Set((await site.openBets()).map(({ user_id }) => user_id));
		const missing = viewers.filter(({ userId }) => !open.has(userId));
		if (missing.length === 0) return;
		if (performance.now() > deadline) throw new Error("the viewers cannot bet in the same round");
		await Promise.all(missing.map((viewer) => limited(() => placeBet(origin, viewer, deadline))));
	}
}

async function placeBet(origin: string, viewer: Viewer, deadline: number): Promise<void> {
	const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: STAKE };
	while (performance.now() < deadline) {
		const { data } = await postForm(`${origin}/mini-games/live-crash`, viewer, fields).catch(busyText);
		const { ok, code } = data as { ok: boolean; code: string };
		if (ok || code === "betAlreadyPlaced") return;
		if (!["bettingClosed", "gameInactive", "siteBusy"].includes(code))
			throw new Error(`a bet was refused: ${code}`);
		await sleep(AGAIN_MS);
	}
}

/** Bets at a process until it has taken a bet. @returns ms after `since`. */
export async function untilBets(node: SiteNode, viewer: Viewer, since: number): Promise<number> {
	while (performance.now() - since < LEADS_WITHIN_MS) {
		const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: STAKE };
		// Until the process leads, it refuses the form, and the next round may not accept bets at once.
		const { data } = await postForm(`${node.origin}/mini-games/live-crash`, viewer, fields).catch(() => ({
			data: {},
		}));
		if ((data as { ok?: boolean }).ok) return performance.now() - since;
		await sleep(POLL_MS);
	}
	throw new Error(`no bet within ${LEADS_WITHIN_MS} ms:\n${node.logs()}`);
}

function busyText(error: unknown): { data: object } {
	// On a busy machine the leader may be too late to renew its lease, and refuses until it has.
	if (!(error instanceof TextAnswer) || ![502, 503].includes(error.status)) throw error;
	return { data: { ok: false, code: "siteBusy" } };
}

/** Sends a bet to a process that no longer leads. */
export async function betLate(origin: string, viewer: Viewer): Promise<{ isSuccess: boolean; text: string }> {
	const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: STAKE };
	try {
		const { status, data } = await postForm(`${origin}/mini-games/live-crash`, viewer, fields);
		const { ok } = data as { ok?: boolean };
		return { isSuccess: ok === true, text: `${status} ${JSON.stringify(data)}` };
	} catch (error) {
		// No answer, or a page.
		return { isSuccess: false, text: String(error) };
	}
}

/** What a process that no longer leads did: exits with code 1, successes that it answered, its slowest exit in ms. */
export class Deposed {
	readonly counts = { exits: 0, successes: 0, slowestExitMs: 0 };
	readonly faults: string[] = [];

	/** Lets the process continue, waits for its exit, and ends it. @param sent forms to it since it was deposed */
	async check(
		node: SiteNode,
		release: () => void,
		sent: readonly ReturnType<typeof betLate>[],
	): Promise<void> {
		const since = performance.now();
		const exited = node.process.exitCode === null ? once(node.process, "exit") : [node.process.exitCode];
		release();
		const [code] = await Promise.race([exited, sleep(EXITS_WITHIN_MS, [undefined], { ref: false })]);
		this.counts.slowestExitMs = Math.max(this.counts.slowestExitMs, performance.now() - since);
		if (code === 1) this.counts.exits += 1;
		else this.faults.push(`the process ended with ${code}:\n${node.logs().slice(-2000)}`);
		await node.end("SIGKILL");
		for (const { isSuccess, text } of await Promise.all(sent)) {
			if (!isSuccess) continue;
			this.counts.successes += 1;
			this.faults.push(`the process answered ${text}`);
		}
	}

	verdicts(times: number): boolean[] {
		return [
			verdict("deposed processes that exit with code 1", this.counts.exits, { least: times }),
			verdict("successes that a deposed process answers", this.counts.successes, { most: 0 }),
		];
	}
}

/** Opens a stream of the live game and of a viewer's points. */
export const openLive = (origin: string, cookie: string): EventStream =>
	new EventStream(origin, "/live?topics=live-crash,points", { cookie });

/** Opens such a stream for each viewer, and waits for the snapshots. */
export async function openStreams(
	{ origin }: { origin: string },
	viewers: readonly Pick<Viewer, "cookie">[],
): Promise<EventStream[]> {
	const streams = viewers.map(({ cookie }) => openLive(origin, cookie));
	await Promise.all(streams.map((stream) => stream.until(() => hasSnapshot(stream), OPEN_WITHIN_MS)));
	return streams;
}

export const hasSnapshot = ({ text }: EventStream): boolean => text.includes("event:live-crash.state");

/**
 * Prints the first faults, as one causes many others, and runs the audit.
 * @param what the faults are
 * @returns the verdicts
 */
export function verdictsOf(site: FaultSite, what: string, faults: readonly string[]): boolean[] {
	for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
	if (faults.length > 10) console.log(`  and ${faults.length - 10} more`);
	const failure = site.auditFailure();
	if (failure) console.log(failure);
	return [
		verdict(what, faults.length, { most: 0 }),
		verdict("audits that fail", failure ? 1 : 0, { most: 0 }),
	];
}
