/** Load on two processes while their PostgreSQL server is away or cannot store anything. */
import { setTimeout as sleep } from "node:timers/promises";
import { CrashCrowd } from "../../tests/faults/crash-crowd";
import type { Viewer } from "../../tests/faults/load";
import { leads, type SiteNode } from "../../tests/support/site/site-nodes";
import { sized, verdict } from "../lib/measure";
import { BUSY, type FaultSite, placeBets, verdictsOf } from "./fault-nodes";
import { Redeemers } from "./redeems";

const OPEN_BETS = sized(50, 4);
const PLAYERS = sized(10, 2);
const REDEEMERS = sized(20, 4);
/** Each process is read in each language this often. */
const READ_EVERY_MS = 100;
const READ_WITHIN_MS = 30_000;
const BACK_WITHIN_MS = 10_000;
const GIVE_UP_MS = 60_000;
const POLL_MS = 50;
/** The longest flights take 90 s. */
const SETTLED_WITHIN_MS = 150_000;
const SETTLE_POLL_MS = 500;
/** The titles of the page without a database, in both languages. */
const AWAY = {
	pt: '<html lang="pt"[^]*<title>Voltamos já</title>[^]*base de dados',
	en: '<html lang="en"[^]*<title>Back in a moment</title>[^]*database',
} as const;

export interface Outage {
	/** The name of the outage. */
	what: string;
	/** Lasts until the outage ends. */
	run(turn: number): Promise<void>;
	/** Whether pages cannot be read. */
	isAway: boolean;
}

type Language = keyof typeof AWAY;

/** Reads a page of each process in each language, and counts the answers. */
class Readers {
	readonly faults: string[] = [];
	readonly counts = { read: 0, away: { pt: 0, en: 0 } };
	private running: Promise<void>[] = [];
	private isStopped = false;

	start(nodes: readonly SiteNode[], { cookie }: Viewer): void {
		this.isStopped = false;
		this.running = nodes.flatMap(({ origin }) =>
			(["pt", "en"] as const).map((language) => this.readOn(origin, language, cookie)),
		);
	}

	async finish(): Promise<void> {
		this.isStopped = true;
		await Promise.all(this.running);
	}

	private async readOn(origin: string, language: Language, cookie: string): Promise<void> {
		while (!this.isStopped) {
			await this.read(origin, language, cookie).catch((error) => this.faults.push(`a read failed: ${error}`));
			await sleep(READ_EVERY_MS);
		}
	}

	private async read(origin: string, language: Language, cookie: string): Promise<void> {
		const response = await fetch(`${origin}/store`, {
			headers: { cookie: `${cookie}; language=${language}`, accept: "text/html" },
			signal: AbortSignal.timeout(READ_WITHIN_MS),
		});
		const text = await response.text();
		if (response.status === 200) this.counts.read += 1;
		else if (
			response.status === 502 &&
			Number(response.headers.get("retry-after")) > 0 &&
			new RegExp(AWAY[language]).test(text)
		)
			this.counts.away[language] += 1;
		else {
			const title = /<title>([^<]*)/.exec(text)?.[1] ?? text.slice(0, 100);
			this.faults.push(`/store in ${language} answered ${response.status}: ${title}`);
		}
	}
}

/**
 * Runs an outage under load, `times` times. Afterwards the site must come back by itself, store each form once, and pay
 * or refund each bet once.
 * @returns whether all limits are met.
 */
export async function runOutages(
	site: FaultSite,
	{ what, run, isAway }: Outage,
	{ times, seed, random }: { times: number; seed: number; random: () => number },
): Promise<boolean> {
	const bettors = site.signIn(OPEN_BETS);
	const [reader] = site.signIn(1);
	if (!reader) throw new Error("no reader");
	const readers = new Readers();
	const redeemers = new Redeemers(site, site.signIn(REDEEMERS));
	const nodes = [await site.start(), await site.start()];
	const crowd = new CrashCrowd("", site.signIn(PLAYERS), seed, [...BUSY, "cannotStore"]);
	const faults: string[] = [];
	const counts = { done: 0, slowestMs: 0, ended: 0, open: 0, slowestSettledMs: 0, refusedYetStored: 0 };

	for (; counts.done < times && faults.length === 0; counts.done += 1) {
		const from = crowd.bets.length;
		crowd.origin = (await leaderOf(nodes)).origin;
		crowd.start(counts.done);
		await placeBets(site, crowd.origin, bettors);
		redeemers.start((index) => nodes[index % 2]?.origin ?? "");
		readers.start(nodes, reader);
		await sleep(1000 + random() * 1000);
		const open = await site.openBets();
		counts.open += open.length;
		await run(counts.done);
		const endedAt = performance.now();
		const tookMs = await untilBack(nodes, reader, endedAt);
		counts.slowestMs = Math.max(counts.slowestMs, tookMs);
		await Promise.all([readers.finish(), redeemers.finish(), crowd.waitForDisconnects()]);
		for (const [index, node] of nodes.entries()) {
			if (node.process.exitCode === null) continue;
			counts.ended += 1;
			console.log(`  a process ended with ${node.process.exitCode}: ${node.logs().slice(-300)}`);
			nodes[index] = await site.start();
		}
		counts.slowestSettledMs = Math.max(counts.slowestSettledMs, await untilSettled(site, open, endedAt));
		counts.refusedYetStored += await redeemers.countActed(redeemers.unanswered());
		await redeemers.repeat(nodes[1]?.origin ?? "");
		faults.push(...redeemers.faults.splice(0), ...(await redeemers.faultsOfStored()));
		faults.push(...readers.faults.splice(0), ...crowd.faults.splice(0));
		faults.push(...(await site.faultsOfCrowd(crowd, from)), ...(await site.findBroken()));
	}

	const { read, away } = readers.counts;
	console.log(`  pages read: ${read}; localised 502: ${away.pt} in Portuguese, ${away.en} in English`);
	console.log(`  forms: ${redeemers.redeems.length}, of which ${redeemers.refused} answers were refusals`);
	console.log(
		`  ${counts.refusedYetStored} forms that were refused or unanswered had been stored; ${counts.open} bets were open`,
	);
	for (const node of nodes) printErrors(node);
	return [
		verdict(`times that ${what}`, counts.done, { least: times }),
		...(isAway
			? [
					verdict("localised 502 of reads, in the rarer language", Math.min(away.pt, away.en), {
						least: times,
					}),
				]
			: []),
		verdict("forms refused in the viewer's language", redeemers.refused, { least: times }),
		verdict("slowest return, ms", counts.slowestMs, { most: BACK_WITHIN_MS }),
		verdict("processes that ended", counts.ended, { most: 0 }),
		verdict("slowest settlement of the open bets, ms", counts.slowestSettledMs, { most: SETTLED_WITHIN_MS }),
		...verdictsOf(site, "other answers, forms that do not act once, bets not settled once", faults),
	].every(Boolean);
}

/** Prints the last errors of requests that got the page of an error. */
function printErrors(node: SiteNode): void {
	const errors = node
		.logs()
		.split("\n")
		.filter((line) => line.includes('"event":"request-failed"'));
	for (const line of errors.slice(-3)) console.log(`  ${line.slice(0, 600)}`);
}

async function leaderOf(nodes: readonly SiteNode[]): Promise<SiteNode> {
	const deadline = performance.now() + GIVE_UP_MS;
	while (performance.now() < deadline) {
		for (const node of nodes) if (await leads(node)) return node;
		await sleep(POLL_MS);
	}
	throw new Error("no process leads");
}

/**
 * Waits until one process leads, and each is healthy and answers a viewer's page.
 * @returns the ms from `since`.
 */
async function untilBack(nodes: readonly SiteNode[], { cookie }: Viewer, since: number): Promise<number> {
	const isWell = async (address: string) => {
		const response = await fetch(address, {
			headers: { cookie },
			signal: AbortSignal.timeout(READ_WITHIN_MS),
		}).catch(() => undefined);
		await response?.body?.cancel();
		return response?.status === 200;
	};
	await leaderOf(nodes);
	while (performance.now() - since < GIVE_UP_MS) {
		const running = nodes.filter(({ process }) => process.exitCode === null);
		const wells = running.flatMap(({ origin }) => [isWell(`${origin}/healthz`), isWell(`${origin}/store`)]);
		if ((await Promise.all(wells)).every(Boolean)) return performance.now() - since;
		await sleep(POLL_MS);
	}
	throw new Error(
		`the site does not come back:\n${nodes.map((node) => node.logs().slice(-3000)).join("\n\n")}`,
	);
}

/** Waits until none of these bets is open. @returns the ms from `since`; infinite if one stays open. */
async function untilSettled(
	site: FaultSite,
	bets: readonly { id: string }[],
	since: number,
): Promise<number> {
	const ids = new Set(bets.map(({ id }) => id));
	while (performance.now() - since < SETTLED_WITHIN_MS) {
		const open = await site.openBets();
		if (!open.some(({ id }) => ids.has(id))) return performance.now() - since;
		await sleep(SETTLE_POLL_MS);
	}
	return Number.POSITIVE_INFINITY;
}
