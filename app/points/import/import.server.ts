import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { knowsAccounts } from "~/account/platform-people.queries.server";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { defineJob } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { isAmount } from "../amounts";
import { announceChanges } from "../balance-topic.server";
import { findBalances } from "../ledger/ledger.queries.server";
import { postMany } from "../ledger/ledger.server";
import type { UserRow } from "../users/user-table.queries.server";
import { type LineFault, type LineState, referenceOf } from "./import";
import {
	countLines,
	findImport,
	findOpenLines,
	type ImportRow,
	insertImport,
	insertLines,
	type LineRow,
	replaceWaiting,
	updateImport,
	updateLines,
} from "./import.queries.server";
import { findPeople } from "./people.server";
import { type FileLine, parsePointsFile } from "./points-file.server";

type ImportSite = Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">;

/** Lines that are stored in one transaction. */
const STORED_AT_ONCE = 250;
/** Lines that are imported in one transaction. Others play between two of them. */
const IMPORTED_AT_ONCE = 100;

/**
 * Stores a CSV text as an import with its preview: what each line would change now, or why it is left out. Changes no
 * balance.
 * @returns the import's id.
 * @throws {DomainError} as {@link parsePointsFile}, when the text is not a points file. Faults of lines do not throw.
 */
export async function storeImport(
	{ db, now }: Pick<Site, "db" | "now">,
	adminId: string,
	text: string,
): Promise<string> {
	const { source, lines } = await parsePointsFile(text);
	const usesAccounts = await knowsAccounts(db);
	const id = crypto.randomUUID();
	const row = {
		id,
		admin_id: adminId,
		source: source ?? null,
		unknown: null,
		created_at: now().toISOString(),
	};
	const none = { users: 0, points_before: 0, points_after: 0 };
	await transact(db, (trx) => insertImport(trx, { ...row, ...none, state: "reading" }));
	const firstLineOf = new Map<string, number>();
	for (let at = 0; at < lines.length; at += STORED_AT_ONCE) {
		const some = lines.slice(at, at + STORED_AT_ONCE);
		// The site knows people by their names only, so the ids would never be found.
		const named = usesAccounts ? some : some.map((line) => ({ ...line, platform: "", personId: "" }));
		const usersOf = await findPeople(db, named);
		const rows = named.map((line, index) => {
			const checked = check(line, usersOf(line), { firstLineOf, isExport: source !== undefined });
			const { username: name, platform, personId: person_id } = line;
			return {
				...{ import_id: id, line: some[index]?.line ?? 0, platform, person_id },
				...{ name, ...checked },
			};
		});
		await transact(db, (trx) => insertLines(trx, rows));
	}
	await transact(db, (trx) => updateImport(trx, id, { state: "preview" }));
	return id;
}

type Checked = Pick<LineRow, "points" | "user_id" | "before" | "detail"> & { state: LineState };

function check(
	line: Omit<FileLine, "platform"> & { platform: string },
	users: readonly UserRow[],
	{ firstLineOf, isExport }: { firstLineOf: Map<string, number>; isExport: boolean },
): Checked {
	const [user, namesake] = users;
	const found = namesake ? undefined : user;
	const points = pointsIn(line.points, isExport);
	const common = { points: points ?? null, user_id: found?.id ?? null, before: found?.points ?? null };
	const as = (state: LineState, detail: string | null = null) => ({ ...common, state, detail });
	const fault = (state: LineFault, detail?: string) => as(state, detail);
	if (line.isOverlong) return fault("overlong");
	if (!line.id && !line.personId && !line.username) return fault("nobody");
	if (namesake) return fault("ambiguousName");
	if (line.id && !user) return fault("unknownUser", line.id.slice(0, 100));
	if (line.id && user && line.username && line.username !== user.username) {
		return fault("otherName", user.username);
	}
	if (points === undefined) return fault("notWhole", line.points.slice(0, 40));
	const { own, others } = keysOf(line, user);
	const earlier = others.map((key) => firstLineOf.get(key)).find((at) => at !== undefined);
	if (earlier !== undefined) return fault("twice", String(earlier));
	for (const key of own) firstLineOf.set(key, line.line);
	if (!user) return as(points === 0 ? "same" : "unknown");
	return as(points === user.points ? "same" : "ready");
}

/**
 * The keys of a line, and those that an earlier line about the same person may have. Two accounts with one name are two
 * people, but a name without an account may be that of either.
 */
function keysOf(
	{ platform, personId, username }: Pick<FileLine, "personId" | "username"> & { platform: string },
	user: UserRow | undefined,
): { own: string[]; others: string[] } {
	if (user) return { own: [user.id], others: [user.id] };
	const [name, nameOfAccount] = [`name ${username}`, `name of account ${username}`];
	if (!personId) return { own: [name], others: [name, nameOfAccount] };
	const account = `${platform} ${personId}`;
	return { own: [account, nameOfAccount], others: [account, name] };
}

/**
 * Reads whole points. Other programs write fractions, which are cut off. Three digits after a point or comma are refused,
 * because they may be thousands.
 */
function pointsIn(text: string, isExport: boolean): number | undefined {
	const [, whole] = /^(\d{1,15})(?:[.,](?:\d{1,2}|\d{4,20}))?$/.exec(text) ?? [];
	if (whole === undefined || (!isExport && whole !== text)) return undefined;
	return isAmount(Number(whole)) ? Number(whole) : undefined;
}

/**
 * Imports the lines of an import: sets the balances that are as in the preview, and makes the points of unknown people wait. It is
 * attempted until all are imported; others play between two transactions.
 */
export const pointsImport = defineJob({
	kind: "points-import",
	body: z.object({ importId: z.string() }),
	waits: [30_000],
	afterLast: "again",
	async act(site: ImportSite, trx, { importId }, { at }) {
		const { userIds, isLast } = await importChunk(trx, importId, at);
		return { again: !isLast, after: () => announceChanges(site, userIds) };
	},
});

/**
 * Starts an import after its preview, once, and imports its first lines; {@link pointsImport} imports the others.
 * @param unknown whether the points of unknown people wait for their first sign-in.
 * @throws {DomainError} `importGone`, `importStarted`, `importNothing`, `idempotencyKeyReused`.
 */
export async function startImport(
	site: ImportSite & Pick<Site, "wakeJobs">,
	adminId: string,
	{ idempotencyKey, ...input }: { idempotencyKey: string; importId: string; unknown: "wait" | "leave" },
): Promise<void> {
	const { db, now } = site;
	const { importId, unknown } = input;
	const request = { userId: adminId, idempotencyKey, action: "points.import", input };
	await withIdempotencyKey(db, request, now(), async (trx) => {
		const row = await findImport(trx, importId);
		if (!row) throw new DomainError("importGone");
		if (row.state !== "preview") throw new DomainError("importStarted");
		const states = (await countLines(trx, importId)).map(({ state }) => state);
		const isOpen = (state: string) => state === "ready" || (state === "unknown" && unknown === "wait");
		if (!states.some(isOpen)) throw new DomainError("importNothing");
		await updateImport(trx, importId, { state: "running", unknown });
		const job = { reference: importId, key: pointsImport.kind, body: { importId } };
		await addJob(trx, pointsImport, { ...job, at: now() });
		return {};
	});
	const { userIds } = await transact(db, (trx) => importChunk(trx, importId, now()));
	announceChanges(site, userIds);
	site.wakeJobs(pointsImport);
}

const numbersOf = (lines: readonly LineRow[]) => lines.map(({ line }) => line);

async function importChunk(
	trx: Trx,
	importId: string,
	at: Date,
): Promise<{ userIds: string[]; isLast: boolean }> {
	const running = await findImport(trx, importId);
	if (running?.state !== "running") return { userIds: [], isLast: true };
	const lines = await findOpenLines(trx, running.id, IMPORTED_AT_ONCE);
	const changed = await setBalances(
		trx,
		running,
		lines.filter(({ state }) => state === "ready"),
		at,
	);
	const unknown = lines.filter(({ state }) => state === "unknown");
	if (running.unknown === "wait") await makeWait(trx, running, unknown);
	else await updateLines(trx, running.id, numbersOf(unknown), "left");
	const sum = (values: readonly (number | null)[]) =>
		values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
	const before = running.points_before + sum(changed.map((line) => line.before));
	const after = running.points_after + sum(changed.map((line) => line.points));
	const users = running.users + changed.length;
	const isLast = lines.length < IMPORTED_AT_ONCE;
	const state = isLast ? ("done" as const) : running.state;
	await updateImport(trx, running.id, { users, points_before: before, points_after: after, state });
	if (isLast && users > 0) {
		await recordChange(trx, {
			...{ actor: running.admin_id, action: "points.import", subject: running.id, subjectName: "", at },
			before: { points: before },
			after: { points: after, users },
		});
	}
	return { userIds: changed.flatMap(({ user_id }) => user_id ?? []), isLast };
}

/** Sets the balances that have not changed since the preview. @returns the lines of these. */
async function setBalances(
	trx: Trx,
	{ id, admin_id: actor }: ImportRow,
	lines: readonly LineRow[],
	at: Date,
): Promise<LineRow[]> {
	const balances = await findBalances(
		trx,
		lines.flatMap(({ user_id }) => user_id ?? []),
	);
	const seen = new Set<string | null>();
	const fits = lines.filter(({ user_id, before }) => {
		const isNew = !seen.has(user_id);
		seen.add(user_id);
		return isNew && user_id !== null && balances.get(user_id) === before;
	});
	const changes = fits.map((line) => ({
		userId: line.user_id ?? "",
		delta: (line.points ?? 0) - (line.before ?? 0),
		reference: referenceOf(line),
	}));
	await postMany(
		trx,
		changes.map((change) => ({ ...change, reason: "admin-adjustment", actor, at })),
	);
	const notices = changes.map(({ userId, delta, reference }, index) => {
		const data = { delta, balance: fits[index]?.points ?? 0 };
		return { userId, kind: "points-imported", reference, data } as const;
	});
	await addNotices(trx, notices, { at, by: actor });
	const numbers = new Set(fits.map(({ line }) => line));
	await updateLines(trx, id, [...numbers], "done");
	const others = lines.filter(({ line }) => !numbers.has(line));
	await updateLines(trx, id, numbersOf(others), "changed");
	return fits;
}

/** Lets the points of people who are still unknown wait, in place of those of earlier imports. */
async function makeWait(trx: Trx, { id }: ImportRow, lines: readonly LineRow[]): Promise<void> {
	if (lines.length === 0) return;
	const named = (line: LineRow) => ({
		...{ id: "", platform: line.platform, personId: line.person_id, username: line.name },
	});
	const usersOf = await findPeople(trx, lines.map(named));
	const isUnknown = (line: LineRow) => usersOf(named(line)).length === 0;
	const waiting = lines.filter(isUnknown);
	await replaceWaiting(trx, waiting);
	await updateLines(trx, id, numbersOf(waiting), "waiting");
	await updateLines(trx, id, numbersOf(lines.filter((line) => !isUnknown(line))), "changed");
}
