import { randomInt } from "node:crypto";
import type { Trx } from "db/database";
import { transact } from "db/transact";
import { announce, retract } from "~/announcements/announce.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { type Decider, may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { post } from "~/points/ledger/ledger.server";
import { spendDaily } from "~/points/users/daily-points.server";
import { foldCode, MIN_CODE_LENGTH, newCode, REGULAR_DAYS } from "./claim-code";
import {
	countClaim,
	endCodeAt,
	findCode,
	findRegisteredAt,
	findStartedCode,
	hasCode,
	hasStartedCode,
	insertClaim,
	insertCode,
} from "./codes.queries.server";
import type { CodeForm } from "./codes.schema";

type CodeSite = Pick<Site, "db" | "now" | "log" | "config">;

/** The form of a new code. An empty code is a random one; it starts now without `startsAt`. */
export type NewCode = Omit<CodeForm, "intent" | "startsAt"> & { startsAt: Date | undefined };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Creates a claim code and writes the change log, once for each idempotency key.
 * @returns the code's id.
 * @throws {DomainError} `codeInvalid` for a code that is too short after {@link foldCode}, `codeExists` if an equal one is
 * running or planned, `codeOver` if its window has passed, and as {@link spendDaily}.
 */
export async function createCode(site: CodeSite, adminId: string, form: NewCode): Promise<string> {
	const { idempotencyKey, ...input } = form;
	return writeChange(site, adminId, {
		once: { idempotencyKey, action: "codes.create", input },
		write: async (trx, at) => {
			const code = input.code || (await freeCode(trx));
			const folded = foldCode(code);
			if (folded.length < MIN_CODE_LENGTH) throw new DomainError("codeInvalid");
			const startsAt = input.startsAt ?? at;
			const endsAt = new Date(startsAt.getTime() + input.minutes * MINUTE_MS);
			if (endsAt <= at) throw new DomainError("codeOver");
			if (await hasCode(trx, folded, at.toISOString())) throw new DomainError("codeExists");
			const row = {
				id: crypto.randomUUID(),
				code,
				folded,
				points: input.points,
				max_claims: input.maxClaims,
				claims: 0,
				audience: input.audience,
				starts_at: startsAt.toISOString(),
				ends_at: endsAt.toISOString(),
				created_at: at.toISOString(),
			};
			await spendDaily(trx, { ...site, at }, adminId, row.points);
			await insertCode(trx, row);
			const data = { codeId: row.id };
			await announce(trx, { type: "code.published", reference: row.id, data, at: row.starts_at });
			// The log does not contain the code, which may still be secret.
			const after = { points: row.points, claims: row.max_claims, from: row.starts_at, until: row.ends_at };
			return { action: "code.add", subject: row.id, subjectName: "", after };
		},
		published: (codeId) => site.log.info({ event: "code-added", codeId, adminId }),
	});
}

async function freeCode(trx: Trx): Promise<string> {
	for (;;) {
		const code = newCode(randomInt);
		if (!(await hasCode(trx, foldCode(code)))) return code;
	}
}

/** Ends a code now and writes the change log. Does nothing if it is over. @throws {DomainError} `codeUnknown`. */
export async function endCode(site: CodeSite, adminId: string, id: string): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			if (!(await findCode(trx, id))) throw new DomainError("codeUnknown");
			await retract(trx, "code.published", id);
			const isEnded = await endCodeAt(trx, id, at.toISOString());
			return isEnded ? { action: "code.end", subject: id, subjectName: "" } : undefined;
		},
		published: (codeId) => site.log.info({ event: "code-ended", codeId, adminId }),
	});
}

/**
 * Credits a viewer with the points of a running code, once per viewer and code. A planned code is not looked up, so that
 * neither the answer nor its cost reveals the code.
 * @param typed as the viewer has typed it; compared by {@link foldCode}.
 * @param isLate whether the claim may have taken minutes to arrive: then codes for the first viewers cannot be claimed.
 * @returns the points, and whether this call or an earlier one has credited them.
 * @throws {DomainError} `codeNotForTeam`, `codeUnknown`, `codeOver`, `codeUsedUp`, `codeForRegulars`, `codeForFirst`.
 */
export async function claimCode(
	{ db, now, announceBalance }: Pick<Site, "db" | "now" | "announceBalance">,
	viewer: Decider,
	typed: string,
	{ isLate = false } = {},
): Promise<{ points: number; isNew: boolean }> {
	// Moderators who make codes know them before the broadcast.
	if (!viewer.isAdmin && may(viewer, "codes")) throw new DomainError("codeNotForTeam");
	const userId = viewer.id;
	const folded = foldCode(typed);
	const result = await transact(db, async (trx) => {
		const at = now();
		const code = await findStartedCode(trx, folded, at.toISOString());
		if (!code) throw new DomainError("codeUnknown");
		if (code.ends_at <= at.toISOString()) throw new DomainError("codeOver");
		const { id, points } = code;
		if (isLate && code.max_claims !== null) throw new DomainError("codeForFirst");
		if (code.audience === "regulars") await requireRegular(trx, userId, at);
		const claim = { code_id: id, user_id: userId, points, created_at: at.toISOString() };
		if (!(await insertClaim(trx, claim))) return { points, isNew: false };
		// The error rolls the claim back.
		if (!(await countClaim(trx, id))) throw new DomainError("codeUsedUp");
		const reference = `${id}:${userId}`;
		await post(trx, { userId, delta: points, reason: "claim-code", reference, actor: userId, at });
		return { points, isNew: true };
	});
	if (result.isNew) announceBalance(userId);
	return result;
}

async function requireRegular(trx: Trx, userId: string, at: Date): Promise<void> {
	const since = await findRegisteredAt(trx, userId);
	if (since && at.getTime() - Date.parse(since) >= REGULAR_DAYS * DAY_MS) return;
	throw new DomainError("codeForRegulars", { days: REGULAR_DAYS });
}

/**
 * Creates the check whether a code has ever started; from then on the header has a field for codes. The field does not depend on
 * a running code: it stays in its place, and it does not reveal when the next code starts.
 */
export function createCodeCheck({ db, now }: Pick<Site, "db" | "now">) {
	let hadCode = false;
	return async (): Promise<boolean> => {
		hadCode ||= await hasStartedCode(db, now().toISOString());
		return hadCode;
	};
}
