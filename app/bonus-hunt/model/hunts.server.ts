import type { Trx } from "db/database";
import { announce } from "~/announcements/announce.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { pushHuntStart, startPushes } from "~/notifications/push/push-jobs.server";
import { columnsOf } from "~/records/records.queries.server";
import {
	deleteHunt,
	findBonuses,
	findHunt,
	findOpenHunt,
	insertHunt,
} from "../persistence/hunts.queries.server";
import { changeHunt, type HuntSite, loggedDetails, openHunt } from "./change-hunt.server";
import { detailsOf, type EditedDetails, type Hunt } from "./hunt";

/**
 * Starts a hunt with open guessing, writes the change log and publishes it; once for each idempotency key.
 * @throws {DomainError} `huntAlreadyOpen`: only one hunt is open at a time; `idempotencyKeyReused`
 */
export async function startHunt(
	site: HuntSite & Pick<Site, "wakeJobs">,
	adminId: string,
	{ idempotencyKey, ...fields }: EditedDetails & { idempotencyKey: string },
): Promise<void> {
	const details = detailsOf(fields);
	await writeChange(site, adminId, {
		once: { idempotencyKey, action: "bonus-hunt.start", input: details },
		write: async (trx, at) => {
			const id = crypto.randomUUID();
			if (await findOpenHunt(trx)) throw new DomainError("huntAlreadyOpen");
			const state = { id, status: "open", guessing: "open", revision: 1, createdAt: at.toISOString() };
			await insertHunt(trx, columnsOf({ ...details, ...state }));
			await pushHuntStart(trx, { id, title: details.title }, at);
			const opened = { reference: id, data: { huntId: id }, at: state.createdAt };
			await announce(trx, { type: "hunt.opened", ...opened });
			const after = loggedDetails(details);
			return { action: "hunt.start", subject: id, subjectName: details.title, after };
		},
		published: (subject) => {
			site.log.info({ event: "hunt-changed", change: "start", subject, adminId });
			site.huntChanged();
			site.wakeJobs(startPushes);
		},
	});
}

/**
 * Edits title and costs of the open hunt, in cents. Does nothing when they already have these values. Undoable.
 * @throws {DomainError} `huntOver`, `editConflict` when they were edited since `detailsRevision`.
 */
export const editHunt = (
	site: HuntSite,
	adminId: string,
	{ huntId, detailsRevision, ...fields }: EditedDetails & { huntId: string; detailsRevision: number },
): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "edit",
		find: openHunt(huntId),
		change({ hunt }) {
			const details = detailsOf(fields);
			if (JSON.stringify(detailsOf(hunt)) === JSON.stringify(details)) return undefined;
			if (hunt.detailsRevision !== detailsRevision) throw new DomainError("editConflict");
			return { hunt: { ...hunt, ...details, detailsRevision: detailsRevision + 1 } };
		},
	});

interface OfHunt {
	huntId: string;
}

/** Finds a hunt, open or finished. @throws {DomainError} `huntOver` */
const anyHunt = (huntId: string) => async (trx: Trx) => {
	const hunt = await findHunt(trx, huntId);
	if (!hunt) throw new DomainError("huntOver");
	return hunt;
};

/**
 * Finishes the open hunt and ends guessing. Does nothing when it is already finished.
 * @throws {DomainError} `huntOver`, `huntWithoutSlots`: a hunt without slots can only be discarded.
 */
export const finishHunt = (site: HuntSite, adminId: string, { huntId }: OfHunt): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "finish",
		find: anyHunt(huntId),
		async change({ hunt, bonuses }, at, trx) {
			if (hunt.status === "finished") return undefined;
			if (bonuses.length === 0) throw new DomainError("huntWithoutSlots");
			await announce(trx, { type: "hunt.finished", reference: huntId, data: { huntId }, at });
			return { hunt: { ...hunt, status: "finished", guessing: "closed", finishedAt: at } };
		},
	});

/**
 * Opens a finished hunt again, but not its guessing. Does nothing when it is open.
 * @throws {DomainError} `huntOver`, `prizePaid`, and `huntAlreadyOpen` when another hunt is open.
 */
export const reopenHunt = (site: HuntSite, adminId: string, { huntId }: OfHunt): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "reopen",
		find: anyHunt(huntId),
		async change({ hunt }, _at, trx) {
			if (hunt.status === "open") return undefined;
			if (hunt.prizePoints !== null) throw new DomainError("prizePaid");
			if (await findOpenHunt(trx)) throw new DomainError("huntAlreadyOpen");
			return { hunt: { ...hunt, status: "open", finishedAt: null } };
		},
	});

/**
 * Opens or closes guessing. Does nothing when it already has this value. It is not a step: `undoStep` does not undo it.
 * @throws {DomainError} `huntOver`, `payoutShown` for opening it after a payout was shown, even if that was undone.
 */
export const setGuessing = (
	site: HuntSite,
	adminId: string,
	{ huntId, guessing }: OfHunt & Pick<Hunt, "guessing">,
): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "guessing",
		find: openHunt(huntId),
		change({ hunt }) {
			if (hunt.guessing === guessing) return undefined;
			if (guessing === "open" && hunt.payoutShownAt !== null) throw new DomainError("payoutShown");
			return { hunt: { ...hunt, guessing } };
		},
	});

/**
 * Deletes an open hunt without slots, with its guesses, such as one that was started by mistake. Writes the change log
 * and publishes it. Does nothing when it is already gone.
 * @throws {DomainError} `huntOver`, `huntHasSlots`
 */
export async function discardHunt(site: HuntSite, adminId: string, { huntId }: OfHunt): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx) => {
			const hunt = await findHunt(trx, huntId);
			if (!hunt) return undefined;
			if (hunt.status !== "open") throw new DomainError("huntOver");
			if ((await findBonuses(trx, huntId)).length > 0) throw new DomainError("huntHasSlots");
			await deleteHunt(trx, huntId);
			const before = loggedDetails(hunt);
			return { action: "hunt.discard", subject: huntId, subjectName: hunt.title, before };
		},
		published: (subject) => {
			site.log.info({ event: "hunt-changed", change: "discard", subject, adminId });
			site.huntChanged();
		},
	});
}
