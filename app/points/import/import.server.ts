import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { type AnnounceNotices, addNotices } from "~/notifications/notices.server";
import { isAmount } from "../amounts";
import { postMany } from "../ledger/ledger.server";
import { findUsersBy, type UserRow } from "../users/user-table.queries.server";
import type { ImportPreview, LineFault } from "./import";
import { type FileLine, parsePointsFile } from "./points-file.server";

interface ImportTools {
	db: Db;
	now: () => Date;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
}

/** A line of the file with the user that it names, or why it cannot be imported. */
interface CheckedLine {
	file: FileLine;
	user: UserRow | undefined;
	after: number | undefined;
	fault: { code: LineFault; values: Record<string, string | number> } | undefined;
}

/**
 * Returns what importing a CSV text would change, line by line, with localised faults. Writes nothing.
 * @throws {DomainError} as {@link parsePointsFile}, when the text is not a points file. Faults of lines do not throw.
 */
export async function previewImport(db: Db, text: string, language: Language): Promise<ImportPreview> {
	const lines = await checkLines(db, parsePointsFile(text));
	const { t } = i18nIn(language);
	const rank = (line: CheckedLine) => (line.fault ? 0 : isChange(line) ? 1 : 2);
	const changes = lines.filter(isChange);
	return {
		lines: lines
			.toSorted((one, other) => rank(one) - rank(other))
			.map(({ file, user, after, fault }) => ({
				line: file.line,
				username: user?.twitch_username ?? (file.username || file.id),
				before: user?.points,
				after,
				fault: fault && t(`points.lineFaults.${fault.code}`, fault.values),
			})),
		faults: lines.filter(({ fault }) => fault).length,
		changes: changes.length,
		total: changes.reduce((sum, { after = 0, user }) => sum + after - (user?.points ?? 0), 0),
		digest: digestOf(lines),
	};
}

/**
 * Sets the balances of the previewed file, completely or not at all, once for each idempotency key. Posts an
 * `admin-adjustment` per changed user, tells the user, writes one change-log entry and publishes the balances.
 * @param digest of the preview: the lines, the users that they name and their points.
 * @returns the number of changed balances; a repeat returns the first answer.
 * @throws {DomainError} `importHasFaults`, `importNothing`, `importChanged` when the digest no longer matches,
 * `idempotencyKeyReused`, and as {@link parsePointsFile}.
 */
export async function importPoints(
	tools: ImportTools,
	adminId: string,
	{ idempotencyKey, text, digest }: { idempotencyKey: string; text: string; digest: string },
): Promise<{ changes: number }> {
	const { db, now } = tools;
	const file = parsePointsFile(text);
	const request = { userId: adminId, idempotencyKey, action: "points.import", input: { digest } };
	// The stored answer names the call that wrote it.
	const call = crypto.randomUUID();
	const { changes, userIds, writtenBy } = await withIdempotencyKey(db, request, now(), async (trx) => {
		const lines = await checkLines(trx, file);
		if (lines.some(({ fault }) => fault)) throw new DomainError("importHasFaults");
		if (digestOf(lines) !== digest) throw new DomainError("importChanged");
		const changes = lines.filter(isChange);
		if (changes.length === 0) throw new DomainError("importNothing");
		const at = now();
		const reason = "admin-adjustment";
		const postings = changes.flatMap(({ user, after = 0 }) => {
			if (!user) return [];
			const reference = crypto.randomUUID();
			return { userId: user.id, delta: after - user.points, reason, reference, actor: adminId, at } as const;
		});
		const balances = await postMany(trx, postings);
		const notices = postings.map(({ userId, delta, reference }) => {
			const data = { delta, balance: balances.get(userId) ?? 0 };
			return { userId, kind: "points-imported", reference, data } as const;
		});
		await addNotices(trx, notices, at);
		const before = changes.reduce((sum, { user }) => sum + (user?.points ?? 0), 0);
		const gained = postings.reduce((sum, { delta }) => sum + delta, 0);
		await recordChange(trx, {
			actor: adminId,
			action: "points.import",
			subject: digest,
			subjectName: "",
			before: { points: before },
			after: { points: before + gained, users: changes.length },
			at,
		});
		return { changes: changes.length, userIds: postings.map(({ userId }) => userId), writtenBy: call };
	});
	if (writtenBy !== call) return { changes };
	for (const userId of userIds) {
		tools.announceBalance(userId);
		tools.announceNotices(userId);
	}
	return { changes };
}

const isChange = ({ user, after, fault }: CheckedLine): boolean =>
	!fault && user !== undefined && after !== user.points;

const digestOf = (lines: readonly CheckedLine[]): string =>
	createHash("sha256")
		.update(JSON.stringify(lines.map(({ file, user, after }) => [file.line, user?.id, user?.points, after])))
		.digest("hex");

async function checkLines(db: Db | Trx, file: readonly FileLine[]): Promise<CheckedLine[]> {
	const byId = new Map<string, UserRow>();
	for (const user of await findUsersBy(db, "users.id", valuesIn(file, "id"))) byId.set(user.id, user);
	const byName = new Map<string, UserRow[]>();
	for (const user of await findUsersBy(db, "users.twitch_username", valuesIn(file, "username"))) {
		byName.set(user.twitch_username, [...(byName.get(user.twitch_username) ?? []), user]);
	}
	const firstLineOf = new Map<string, number>();
	return file.map((line) => {
		const namesakes = byName.get(line.username) ?? [];
		const user = line.id ? byId.get(line.id) : namesakes.length === 1 ? namesakes[0] : undefined;
		const after = /^\d{1,15}$/.test(line.points) ? Number(line.points) : undefined;
		const earlier = user && firstLineOf.get(user.id);
		if (user && !earlier) firstLineOf.set(user.id, line.line);
		return { file: line, user, after, fault: faultOf(line, { user, after, earlier, namesakes }) };
	});
}

const valuesIn = (file: readonly FileLine[], column: "id" | "username") => [
	...new Set(file.flatMap((line) => line[column] || [])),
];

function faultOf(
	line: FileLine,
	found: {
		user: UserRow | undefined;
		after: number | undefined;
		earlier: number | undefined;
		namesakes: readonly UserRow[];
	},
): CheckedLine["fault"] {
	const { user, after, earlier, namesakes } = found;
	const is = (code: LineFault, values: Record<string, string | number> = {}) => ({ code, values });
	if (line.isOverlong) return is("overlong");
	if (!line.id && !line.username) return is("nobody");
	if (!user) return !line.id && namesakes.length > 1 ? is("ambiguousName") : is("unknownUser");
	if (line.username && line.username !== user.twitch_username) {
		return is("otherName", { name: user.twitch_username });
	}
	if (after === undefined || !isAmount(after)) return is("notWhole", { points: line.points.slice(0, 40) });
	if (earlier) return is("twice", { line: earlier });
	return undefined;
}
