import { setTimeout as sleep } from "node:timers/promises";
import type { Trx } from "db/database";
import { transact } from "db/transact";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import { type Failure, type Job, retryDelay } from "./job";
import { findStillDue, findWaitingJobs, finishJob, type JobRow, postponeJob } from "./jobs.queries.server";

export type RunnerSite = Pick<Site, "db" | "now" | "log" | "leads" | "adminCountsChanged">;

interface Timing {
	/** Monotonic clock in ms. */
	elapsed?(): number;
	/** From 0 up to 1, for jitter. */
	random?(): number;
}

/** ms until the next attempt to store or read after the database has failed; also notices missed wakes and changes of the wall clock. */
const POLL_MS = 30_000;
/** ms that the end waits for attempts in progress. */
const GRACE_MS = 1000;
/** Maximum pause in ms for all jobs of a kind that one response can cause. */
const MAX_PAUSE_MS = 15 * 60_000;
/** Maximum length of what is stored about a failure. */
const FAULT_LENGTH = 500;

/** Runs the jobs of a kind that are due: those with the same key in order, and those of up to `concurrent` keys at the same time. */
export function createRunner<Needs>(
	job: Job<Needs>,
	site: Needs & RunnerSite,
	{ elapsed = () => performance.now(), random = Math.random }: Timing = {},
) {
	const { db, now, log } = site;
	const { kind } = job;
	/** The work that is under way, by the key of its jobs. */
	const busy = new Map<string, Promise<void>>();
	/** Outcomes that could not be stored; they are stored before their job is sent again. */
	const unstored = new Map<string, Failure | undefined>();
	const cutting = new AbortController();
	const { signal } = cutting;
	let isEnding = false;
	let isWoken = false;
	let rouse = () => {};
	let running = Promise.resolve();
	/** No job starts before, unless the receiver has another address. */
	let pause: { to: string; until: number } | undefined;

	const receiver = () => (job.receiver ? job.receiver(site) : "");

	function pauseFor(ms: number) {
		const to = receiver() ?? "";
		const before = pause?.to === to ? pause.until : 0;
		pause = { to, until: Math.max(before, elapsed() + ms) };
	}

	const attemptOf = ({ reference, tries }: JobRow) => ({
		...{ reference, tries: tries + 1, at: now() },
		isLast: retryDelay(job, tries + 1, undefined, 0) === undefined,
	});

	/** Records a failed attempt. */
	async function postpone(row: JobRow, { fault, detail, retryAfterMs, isFinal }: Failure): Promise<void> {
		if (retryAfterMs !== undefined && job.receiver) pauseFor(Math.min(retryAfterMs, MAX_PAUSE_MS));
		const tries = row.tries + 1;
		const wait = isFinal ? undefined : retryDelay(job, tries, retryAfterMs, random());
		const nextAt = wait === undefined ? undefined : new Date(now().getTime() + wait).toISOString();
		const isDropped = nextAt === undefined && job.afterLast === "dropped";
		await transact(db, (trx) =>
			isDropped
				? finishJob(trx, row, undefined)
				: postponeJob(trx, row, fault.slice(0, FAULT_LENGTH), nextAt),
		);
		const about = { kind, reference: row.reference, tries, fault, detail };
		if (nextAt) log.warn({ event: "job-postponed", ...about, nextAt });
		else if (isDropped) log.warn({ event: "job-dropped", ...about });
		else {
			log.error({ event: "job-given-up", ...about });
			site.adminCountsChanged();
		}
	}

	const finish = (trx: Trx, row: JobRow) =>
		finishJob(trx, row, job.keepsDone ? now().toISOString() : undefined);

	/** Runs jobs in one transaction. If that fails, each runs in its own, so that one that fails does not hold up the others. */
	async function act(rows: readonly JobRow[], run: NonNullable<typeof job.act>): Promise<void> {
		const [first] = rows;
		const acted = await transact(db, async (trx) => {
			const all = [];
			for (const row of await findStillDue(trx, rows)) {
				const done = await run(site, trx, row.body, attemptOf(row));
				if (!done?.again) await finish(trx, row);
				all.push(done);
			}
			return all;
		}).catch(async (error: unknown) => {
			if (rows.length > 1) for (const row of rows) await act([row], run);
			// If the storage has failed, this fails too, and no attempt is counted.
			else if (first) await postpone(first, { fault: String(error), detail: error });
			return [];
		});
		// The jobs have ended, so a failure here is not a failure of a job.
		for (const done of acted) if (done?.after) guarded(done.after)();
	}

	async function send(row: JobRow): Promise<void> {
		// A revived job is sent again.
		const name = `${row.id} ${row.next_at}`;
		if (!unstored.has(name)) {
			const failure = await job
				.send(site, row.body, { ...attemptOf(row), signal })
				.catch((error: unknown) => ({ fault: String(error), detail: error }));
			if (failure && signal.aborted) return;
			unstored.set(name, failure);
		}
		const failure = unstored.get(name);
		if (failure) await postpone(row, failure);
		else await transact(db, (trx) => finish(trx, row));
		unstored.delete(name);
	}

	async function runInOrder(rows: readonly JobRow[]): Promise<void> {
		for (let next = 0; next < rows.length; next += job.together) {
			const [row, ...others] = rows.slice(next, next + job.together);
			if (isEnding || signal.aborted || !row) return;
			try {
				await (job.act ? act([row, ...others], job.act) : send(row));
				if (job.pauseMs) pauseFor(job.pauseMs);
			} catch (error) {
				pauseFor(POLL_MS);
				log.error({ event: "job-unstored", kind, reference: row.reference, err: error });
				return;
			}
		}
	}

	/**
	 * Starts jobs that are due. Rejects if they cannot be read.
	 * @returns ms until there may be more to start; infinite while only `wake` can change that.
	 */
	async function startDue(): Promise<number> {
		const to = receiver();
		if (to === undefined || !site.leads()) return Number.POSITIVE_INFINITY;
		if (pause?.to === to && elapsed() < pause.until) return pause.until - elapsed();
		const free = job.concurrent - busy.size;
		if (free <= 0) return Number.POSITIVE_INFINITY;
		const waiting = await findWaitingJobs(db, kind, [...busy.keys()], free * job.together);
		const time = now();
		const due = waiting.filter(({ next_at }) => next_at !== null && next_at <= time.toISOString());
		if (due.length === 0) {
			const next = waiting[0]?.next_at;
			return next ? Math.max(0, Date.parse(next) - time.getTime()) : Number.POSITIVE_INFINITY;
		}
		const keys = new Set(due.map(({ key }) => key));
		for (const key of [...keys].slice(0, free)) {
			const work = runInOrder(due.filter((row) => row.key === key)).finally(() => {
				busy.delete(key);
				wake();
			});
			busy.set(key, work);
		}
		return 0;
	}

	function wake() {
		isWoken = true;
		rouse();
	}

	/** Resolves after a time, or when it is woken. The timer does not keep the process alive. */
	const pauseLoop = (ms: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms).unref();
			rouse = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	async function loop() {
		while (!isEnding) {
			isWoken = false;
			let ms = POLL_MS;
			try {
				ms = Math.min(ms, await startDue());
			} catch (error) {
				log.error({ event: "jobs-unread", kind, err: error });
			}
			if (!isWoken && !isEnding) await pauseLoop(ms);
		}
	}

	/** Resolves when nothing is under way. */
	async function idle(): Promise<void> {
		while (busy.size > 0) await Promise.all(busy.values());
	}

	return {
		startDue,
		idle,
		/** Starts jobs now and then whenever they are due. */
		start() {
			running = loop();
		},
		/** Starts what is due now. */
		wake,
		/** Starts no further job, and waits up to a second for those in progress. Aborted ones run again after the next start. */
		async end(): Promise<void> {
			isEnding = true;
			wake();
			await running;
			await Promise.race([idle(), sleep(GRACE_MS, undefined, { ref: false })]);
			cutting.abort();
			await idle();
		},
	};
}
