import { transact } from "db/transact";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Failure, type Job, retryDelay, WAITS_MS } from "~/jobs/job";
import {
	countFailedJobs,
	findDeadJobs,
	reviveJobs,
	summariseJobs,
	withdrawJob,
} from "~/jobs/jobs.queries.server";
import { addJob, addJobs } from "~/jobs/jobs.server";
import { openJobs } from "~/jobs/open-jobs.server";
import { createRunner } from "~/jobs/runner.server";
import { fakeClock, openTestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";
import { openForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { runJobs, settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";
import { breakWrites } from "../../support/unguarded";

const MINUTE_MS = 60_000;
const body = z.object({ text: z.string() });

type Answer = Failure | undefined | Promise<Failure | undefined>;

/** A site whose jobs are sent to `mail.receive`, and the kinds of its jobs. */
const opened = openForEachTest(async () => {
	const test = await openTestDatabase({ durable: false });
	const clock = fakeClock();
	const logged: Record<string, unknown>[] = [];
	const note = (entry: unknown) => void logged.push(entry as Record<string, unknown>);
	const mail = {
		address: "one" as string | undefined,
		sent: [] as string[],
		receive: (_text: string, _signal: AbortSignal): Answer => undefined,
	};
	const services = {
		...{ db: test.db, now: clock.now, log: { info: note, warn: note, error: note } },
		...{ leads: () => true, adminCountsChanged: () => note({ event: "counts" }) },
	};
	return { ...test, ...{ clock, logged, mail, services, site: testSite(services) } };
});

const letterOf = (
	options: Partial<Pick<Job<unknown>, "waits" | "afterLast" | "concurrent" | "keepsDone">> = {},
) =>
	defineJob({
		...{ kind: "letter", body, waits: [1000, 5000], ...options },
		receiver: (_site: object) => opened.mail.address,
		async send(_site: object, { text }, { signal }) {
			opened.mail.sent.push(text);
			return opened.mail.receive(text, signal);
		},
	});

/** Stores a copy of its text as a job that nobody runs, some at a time. */
const copyOf = (options: Partial<Pick<Job<unknown>, "afterLast" | "waits" | "together">> = {}) =>
	defineJob({
		...{ kind: "copy", body, waits: [1000], ...options },
		async act(_site: object, trx, { text }, { at }) {
			const traces = await trx.selectFrom("jobs").select("id").where("kind", "=", "trace").execute();
			const reference = `${text}${traces.length}`;
			await addJob(trx, { kind: "trace", body }, { reference, body: { text }, at, dueAt: "never" });
			if (text === "broken") throw new Error("broken");
			return { again: text === "long" && traces.length < 2, after: () => opened.mail.sent.push(reference) };
		},
	});

const post = (job: Pick<Job<never, { text: string }>, "kind" | "body">, ...texts: string[]) =>
	transact(opened.db, (trx) =>
		addJobs(
			trx,
			job,
			texts.map((text) => ({ reference: text, key: text.slice(0, 1), body: { text } })),
			opened.clock.now(),
		),
	);
const rows = async (kind?: string) =>
	(await rowsOf(opened.db, "jobs", kind ? { kind } : {})).sort((one, other) => one.id - other.id);
const jobs = async () =>
	(await rows()).map(({ reference, state, tries, fault }) => [reference, state, tries, fault]);
const traces = async () => (await rows("trace")).map(({ reference }) => reference);
const settle = (...kinds: Job<object>[]) => settleJobs(opened.site, kinds);
const events = () => opened.logged.map(({ event }) => event);

describe("a job", () => {
	it("is stored with its cause or not at all, and once for a reference", async () => {
		const letter = letterOf();
		const failing = transact(opened.db, async (trx) => {
			await addJob(trx, letter, { reference: "a", body: { text: "a" }, at: opened.clock.now() });
			throw new Error("refused");
		});
		await expect(failing).rejects.toThrow("refused");
		expect(await jobs()).toEqual([]);
		await post(letter, "a", "b");
		await post(letter, "a", "b");
		await settle(letter);
		expect(opened.mail.sent).toEqual(["a", "b"]);
		expect(await jobs()).toEqual([]);
	});

	it("runs when it is due, in the leading process only, unless it was withdrawn", async () => {
		const letter = letterOf({ keepsDone: true });
		const at = opened.clock.now();
		const dueAt = new Date(at.getTime() + MINUTE_MS);
		await transact(opened.db, async (trx) => {
			for (const text of ["kept", "withdrawn"])
				await addJob(trx, letter, { reference: text, body: { text }, at, dueAt });
			await addJob(trx, letter, { reference: "off", body: { text: "off" }, at, dueAt: "never" });
		});
		expect(await createRunner(letter, opened.site).startDue()).toBe(MINUTE_MS);
		await transact(opened.db, (trx) => withdrawJob(trx, "letter", "withdrawn"));
		opened.clock.pass(MINUTE_MS);
		const follower = testSite({ ...opened.services, leads: () => false });
		expect(await createRunner(letter, follower).startDue()).toBe(Number.POSITIVE_INFINITY);
		await settle(letter);
		expect(opened.mail.sent).toEqual(["kept"]);
		expect(await jobs()).toEqual([
			["kept", "done", 1, null],
			["off", "off", 0, null],
		]);
	});

	it("waits for others with the same key, and not for the rest", async () => {
		const letter = letterOf({ concurrent: 2 });
		await post(letter, "a1", "a2", "b1", "c1");
		const answers = new Map<string, (failure?: Failure) => void>();
		opened.mail.receive = (text) => new Promise((answer) => answers.set(text, answer));
		const runner = createRunner(letter, opened.site);
		const startAll = async () => {
			while ((await runner.startDue()) === 0);
			await eventually(() => expect([...answers.keys()]).toEqual(opened.mail.sent));
			return opened.mail.sent;
		};
		expect(await startAll()).toEqual(["a1", "b1"]);
		answers.get("b1")?.();
		await eventually(async () => expect(await jobs()).toHaveLength(3));
		await eventually(async () => expect(await startAll()).toEqual(["a1", "b1", "c1"]));
		answers.get("a1")?.({ fault: "busy" });
		answers.get("c1")?.();
		await eventually(async () => expect(await startAll()).toContain("a2"));
		answers.get("a2")?.();
		await runner.idle();
		// One that failed does not hold up the others.
		expect(await jobs()).toEqual([["a1", "due", 1, "busy"]]);
	});
});

describe("a job that fails", () => {
	const fail = () => ({ fault: "status 500", detail: "no" });
	const pass = async (job: Job<object>, ms: number) => {
		opened.clock.pass(ms);
		await settle(job);
		return opened.mail.sent.length;
	};

	it("is attempted again after each wait, then dead until an admin revives it with all attempts", async () => {
		const letter = letterOf();
		opened.mail.receive = fail;
		await post(letter, "a", "b");
		await settle(letter);
		expect(await pass(letter, 999)).toBe(2);
		expect(await countFailedJobs(opened.db, "letter")).toBe(2);
		expect([await pass(letter, 1), await pass(letter, 5000), await pass(letter, 1e9)]).toEqual([4, 6, 6]);
		expect(await findDeadJobs(opened.db, "letter", 1)).toEqual([{ reference: "b", fault: "status 500" }]);
		expect(events()).toEqual([
			...Array(4).fill("job-postponed"),
			...["job-given-up", "counts", "job-given-up", "counts"],
		]);
		expect(opened.logged[0]).toMatchObject({ kind: "letter", tries: 1, fault: "status 500", detail: "no" });
		opened.mail.receive = () => undefined;
		const revive = (reference?: string) =>
			transact(opened.db, (trx) => reviveJobs(trx, "letter", opened.clock.now().toISOString(), reference));
		expect(await revive("unknown")).toBe(0);
		expect(await revive("a")).toBe(1);
		expect(await jobs()).toMatchObject([
			["a", "due", 0, null],
			["b", "dead", 3, "status 500"],
		]);
		expect(await revive()).toBe(1);
		await settle(letter);
		expect(await jobs()).toEqual([]);
	});

	it.each<[string, Parameters<typeof letterOf>[0], Failure, unknown[]]>([
		[
			"at once if further attempts are useless",
			{},
			{ fault: "gone", isFinal: true },
			[["a", "dead", 1, "gone"]],
		],
		["and is deleted if nobody would miss it", { afterLast: "dropped", waits: [] }, { fault: "x" }, []],
		["never", { afterLast: "again", waits: [1] }, { fault: "x" }, [["a", "due", 21, "x"]]],
	])("is given up %s", async (_when, options, failure, left) => {
		const letter = letterOf(options);
		opened.mail.receive = () => failure;
		await post(letter, "a");
		await settle(letter);
		for (let attempt = 0; attempt < 20; attempt++) await pass(letter, 1000);
		expect(await jobs()).toEqual(left);
	});

	it("because of its body or an exception does not stop others", async () => {
		const letter = letterOf({ waits: [] });
		const at = opened.clock.now();
		const broken = { kind: "letter", body: z.object({}) };
		await transact(opened.db, (trx) => addJob(trx, broken, { reference: "5", body: {}, at }));
		await post(letter, "a", "b");
		opened.mail.receive = (text) => {
			if (text === "a") throw new Error("broken");
			return undefined;
		};
		await settle(letter);
		expect(await jobs()).toMatchObject([
			["5", "dead", 1, expect.stringContaining("Required")],
			["a", "dead", 1, "Error: broken"],
		]);
	});

	it("is told how long to wait, up to a day, and all others for the same address wait for up to 15 minutes", async () => {
		const letter = letterOf();
		let elapsed = 0;
		const timing = { random: () => 0, elapsed: () => elapsed };
		const runner = createRunner(letter, opened.site, timing);
		const start = async () => {
			const wait = await runner.startDue();
			await runner.idle();
			return wait;
		};
		opened.mail.receive = () => ({ fault: "busy", retryAfterMs: 86_400_000 });
		await post(letter, "a");
		await start();
		opened.mail.receive = () => undefined;
		await post(letter, "b");
		expect(await start()).toBe(15 * MINUTE_MS);
		elapsed = 14 * MINUTE_MS;
		expect(await start()).toBe(MINUTE_MS);
		opened.mail.address = undefined;
		expect(await start()).toBe(Number.POSITIVE_INFINITY);
		opened.mail.address = "two";
		await start();
		expect(opened.mail.sent).toEqual(["a", "b"]);
		expect(await summariseJobs(opened.db, "letter")).toMatchObject({ pending: 1, failed: 0 });
		expect(await start()).toBe(86_400_000);
	});

	it("has waits with jitter that cover an outage of a working day, and are never shorter than demanded", () => {
		const policy = { waits: WAITS_MS, afterLast: "dead" } as const;
		const waits = WAITS_MS.map((_, index) => retryDelay(policy, index + 1, undefined, 0) ?? 0);
		expect(waits).toEqual([...waits].sort((one, other) => one - other));
		expect(retryDelay(policy, 1, undefined, 0.999)).toBeGreaterThan(5900);
		expect(retryDelay(policy, WAITS_MS.length + 1, undefined, 0)).toBeUndefined();
		expect(waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeGreaterThan(12);
		expect([retryDelay(policy, 1, 60_000, 0), retryDelay(policy, 3, 1000, 0)]).toEqual([60_000, 120_000]);
		expect(retryDelay(policy, 1, 1e12, 0)).toBe(86_400_000);
	});
});

describe("work in the database", () => {
	it("is stored with the end of its job, once, also if several processes run it", async () => {
		const copy = copyOf();
		await post(copy, "a", "b");
		await Promise.all([settle(copy), settle(copy), settle(copy)]);
		expect((await traces()).map((text) => text.slice(0, 1)).sort()).toEqual(["a", "b"]);
		expect(opened.mail.sent).toHaveLength(2);
		expect(events()).toEqual([]);
	});

	it("that throws writes nothing, and waits until it succeeds", async () => {
		const copy = copyOf();
		await post(copy, "broken", "c");
		await settle(copy);
		expect(await jobs()).toEqual([
			["broken", "due", 1, "Error: broken"],
			["c0", "off", 0, null],
		]);
		expect(opened.mail.sent).toEqual(["c0"]);
	});

	it("of one key may share a transaction, and one that throws does not hold up the others", async () => {
		const copy = copyOf({ together: 2 });
		await post(copy, "a1", "a2", "b1", "a3");
		await runJobs(opened.site, copy);
		expect(opened.mail.sent, "the first two of the kind have the same key").toEqual(["a10", "a21"]);
		await settle(copy);
		expect(opened.mail.sent).toEqual(["a10", "a21", "b12", "a33"]);
		await post(copy, "broken", "b2", "b3");
		await settle(copy);
		expect(opened.mail.sent.slice(4)).toEqual(["b24", "b35"]);
		expect(await jobs()).toContainEqual(["broken", "due", 1, "Error: broken"]);
	});

	it("that shares a transaction is run once by several processes, and not at all if an admin has withdrawn it", async () => {
		const copy = copyOf({ together: 10 });
		const texts = Array.from({ length: 20 }, (_, at) => `a${at}`);
		await post(copy, ...texts);
		await transact(opened.db, (trx) => withdrawJob(trx, copy.kind, "a3"));
		await Promise.all([settle(copy), settle(copy), settle(copy)]);
		expect(await traces()).toHaveLength(19);
		expect(events()).toEqual([]);
	});

	it("may need several transactions, and continues after an interruption", async () => {
		const copy = copyOf();
		await post(copy, "long");
		await runJobs(opened.site, copy);
		expect(await traces()).toEqual(["long0"]);
		await settle(copy);
		expect(await traces()).toEqual(["long0", "long1", "long2"]);
		expect((await jobs()).map(([, state]) => state)).toEqual(["off", "off", "off"]);
	});
});

it("the outcome of a request that could not be stored is stored later, without a second request", async () => {
	const letter = letterOf({ keepsDone: true });
	let elapsed = 0;
	const timing = { elapsed: () => elapsed };
	const runner = createRunner(letter, opened.site, timing);
	const mend = await breakWrites(opened.db, { event: "update", table: "jobs" });
	await post(letter, "a");
	await runner.startDue();
	await runner.idle();
	expect(events()).toEqual(["job-unstored"]);
	expect(await runner.startDue()).toBeGreaterThan(0);
	await mend();
	elapsed = 31_000;
	await runner.startDue();
	await runner.idle();
	expect(opened.mail.sent).toEqual(["a"]);
	expect(await jobs()).toEqual([["a", "done", 1, null]]);
});

describe("the worker", () => {
	const start = (letter = letterOf()) => {
		const worker = openJobs({ bus: { publish() {}, subscribe() {} } as never });
		worker.startJobs(opened.site, [letter]);
		return { ...worker, letter };
	};

	it("runs what was stored before its start, and new jobs when it is woken, while others keep it waiting", async () => {
		opened.mail.receive = (text, signal) =>
			text === "hanging"
				? new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
				: undefined;
		const letter = letterOf({ concurrent: 2 });
		await post(letter, "hanging", "b");
		const worker = start(letter);
		await eventually(async () => expect(await jobs()).toHaveLength(1));
		await post(letter, "c");
		worker.wakeJobs(letter);
		await eventually(() => expect(opened.mail.sent).toEqual(["hanging", "b", "c"]));
		await worker.endJobs();
		// An aborted attempt is not counted.
		expect(await jobs()).toEqual([["hanging", "due", 0, null]]);
	});

	it("lets attempts in progress finish when it ends, and starts no further one", async () => {
		const answers: (() => void)[] = [];
		opened.mail.receive = () => new Promise<undefined>((answer) => answers.push(() => answer(undefined)));
		await post(letterOf(), "a", "b");
		const worker = start();
		await eventually(() => expect(answers).toHaveLength(1));
		const ended = worker.endJobs();
		answers[0]?.();
		await ended;
		worker.wakeJobs();
		expect(opened.mail.sent).toEqual(["a"]);
		expect(await jobs()).toEqual([["b", "due", 0, null]]);
	});

	it("runs a job when it is due, and looks for others twice a minute, also after it could not read them", async () => {
		const dueAt = new Date(opened.clock.now().getTime() + 20);
		const { letter, ...worker } = start();
		const soon = { reference: "soon", body: { text: "soon" }, at: opened.clock.now(), dueAt };
		await transact(opened.db, (trx) => addJob(trx, letter, soon));
		worker.wakeJobs(letter);
		opened.clock.pass(20);
		await eventually(() => expect(opened.mail.sent).toEqual(["soon"]));
		await worker.endJobs();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			await opened.db.schema.alterTable("jobs").renameTo("hidden").execute();
			const { endJobs } = start();
			await eventually(() => expect(events()).toEqual(["jobs-unread"]));
			await opened.db.schema.alterTable("hidden").renameTo("jobs").execute();
			await post(letter, "a");
			await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
			vi.useRealTimers();
			await eventually(() => expect(opened.mail.sent).toEqual(["soon", "a"]));
			await endJobs();
		} finally {
			vi.useRealTimers();
		}
	});
});
