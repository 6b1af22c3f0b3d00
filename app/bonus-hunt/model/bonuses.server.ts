import type { Trx } from "db/database";
import { checkRevision, type EditedRecord, refuseStaleEdit } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { pictureOf } from "~/pictures/upload.server";
import {
	deleteBonus,
	findBonus,
	findBonuses,
	findKnownSlot,
	updateHunt,
	upsertBonus,
} from "../persistence/hunts.queries.server";
import { loggedBonus } from "./change-log-fields";
import { changeOpenHunt, type HuntSite } from "./change-open-hunt.server";
import { closeGuessing } from "./guess-window.server";
import { type Bonus, type Hunt, MAX, withPayout } from "./hunt";
import { moveEntry } from "./steps";

type Typed = Pick<Bonus, "name" | "provider" | "image" | "bet" | "preNote">;

const typedOf = ({ name, provider, image, bet, preNote }: Typed): Typed => ({
	name,
	provider,
	image,
	bet,
	preNote,
});

/**
 * Adds a slot behind the others of the open hunt. An empty provider or picture is filled in from a known slot of the
 * same name. Undoable, logged and published as in {@link changeOpenHunt}. A repeat with the same idempotency key does
 * nothing.
 * @throws {DomainError} `huntOver` when `huntId` is not the open hunt, `huntFull`, `idempotencyKeyReused`
 */
export const addBonus = (
	site: HuntSite,
	adminId: string,
	{ idempotencyKey, huntId, ...fields }: Typed & { idempotencyKey: string; huntId: string },
): Promise<void> => {
	const typed = typedOf(fields);
	return changeOpenHunt(
		site,
		adminId,
		async (trx, hunt, at) => {
			if (hunt.id !== huntId) throw new DomainError("huntOver");
			const others = await findBonuses(trx, huntId);
			if (others.length >= MAX.slots) throw new DomainError("huntFull", { most: MAX.slots });
			const known = await findKnownSlot(trx, typed.name);
			const bonus: Bonus = {
				...typed,
				provider: typed.provider || known?.provider || "",
				image: typed.image || known?.image || "",
				id: crypto.randomUUID(),
				huntId,
				position: (others.at(-1)?.position ?? 0) + 1,
				payout: null,
				revision: 1,
				createdAt: at,
				openedAt: null,
			};
			await upsertBonus(trx, bonus);
			return {
				kind: "add-slot",
				undo: { name: bonus.name, bonuses: { [bonus.id]: null } },
				subject: bonus.id,
				after: loggedBonus(bonus),
			};
		},
		{ once: { idempotencyKey, input: { huntId, ...typed } } },
	);
};

/**
 * Opens a slot of the open hunt with its payout in cents. Does nothing when it is already open with this payout.
 * Opening the first slot ends guessing for good, because later guesses would be easier.
 * @throws {DomainError} `huntOver`, `bonusGone`, `editConflict` when it is open with another payout.
 */
export const openBonus = (
	site: HuntSite,
	adminId: string,
	{ bonusId, payout }: { bonusId: string; payout: number },
): Promise<void> =>
	changeOpenHunt(site, adminId, async (trx, hunt, at) => {
		const bonus = await findOf(trx, hunt, bonusId);
		if (bonus.payout === payout) return undefined;
		if (bonus.payout !== null) throw new DomainError("editConflict");
		const closing = await closeGuessing(trx, hunt, at);
		await upsertBonus(trx, { ...bonus, payout, openedAt: at, revision: bonus.revision + 1 });
		return {
			kind: "open-slot",
			undo: { name: bonus.name, payout, bonuses: { [bonusId]: bonus } },
			subject: bonusId,
			before: { payout: null, ...closing.before },
			after: { payout: payout / 100, ...closing.after },
		};
	});

interface Edit extends Typed {
	bonusId: string;
	/** The revision of the slot when the form was opened. */
	revision: number;
	/** Cents; null for an unopened slot. */
	payout: number | null;
	upload?: File | undefined;
}

/**
 * Edits a slot of the open hunt. Without a payout the slot becomes unopened; with one it is opened, as in
 * {@link openBonus}. An uploaded picture is stored first and replaces the address. Does nothing when nothing differs.
 * @throws {DomainError} `huntOver`, `bonusGone`, `editConflict`, `imageTooLarge`, `imageUnreadable`
 */
export async function editBonus(
	site: HuntSite & Pick<Site, "config">,
	adminId: string,
	{ bonusId, revision, upload, payout, ...typed }: Edit,
): Promise<void> {
	const edited = editedBonus(bonusId, revision);
	if (upload) await refuseStaleEdit(site.db, edited);
	const image = await pictureOf(site.config, { upload, image: typed.image });
	const fields = { ...typedOf(typed), image, payout };
	await changeOpenHunt(site, adminId, async (trx, hunt, at) => {
		const bonus = await findOf(trx, hunt, bonusId);
		const [before, after] = [loggedBonus(bonus), loggedBonus(fields)];
		if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
		checkRevision(bonus, edited);
		const closing = payout === null ? {} : await closeGuessing(trx, hunt, at);
		await upsertBonus(trx, withPayout({ ...bonus, ...fields }, payout, at));
		return {
			kind: "edit-slot",
			undo: { name: bonus.name, bonuses: { [bonusId]: bonus } },
			subject: bonusId,
			before: { ...before, ...closing.before },
			after: { ...after, ...closing.after },
		};
	});
}

/**
 * Removes a slot of the open hunt. A repeat with the same idempotency key does nothing.
 * @param input.revision of the slot when the form was opened, so that a payout typed since then is not lost.
 * @throws {DomainError} `huntOver`, `bonusGone`, `editConflict`
 */
export const removeBonus = (
	site: HuntSite,
	adminId: string,
	{ idempotencyKey, ...input }: { idempotencyKey: string; bonusId: string; revision: number },
): Promise<void> =>
	changeOpenHunt(
		site,
		adminId,
		async (trx, hunt) => {
			const bonus = await findOf(trx, hunt, input.bonusId);
			checkRevision(bonus, editedBonus(input.bonusId, input.revision));
			await deleteBonus(trx, bonus.id);
			await updateHunt(trx, hunt.id, { order_revision: hunt.orderRevision + 1 });
			return {
				kind: "remove-slot",
				undo: { name: bonus.name, bonuses: { [bonus.id]: bonus } },
				subject: bonus.id,
				before: loggedBonus(bonus),
			};
		},
		{ once: { idempotencyKey, input } },
	);

/**
 * Moves a slot of the open hunt to the place `to`, counted from 1; a place beyond the list means its end. Does nothing
 * when it is already there.
 * @throws {DomainError} `huntOver`, `bonusGone`, `editConflict` when the order has changed since `orderRevision`.
 */
export const moveBonus = (
	site: HuntSite,
	adminId: string,
	{ bonusId, orderRevision, to }: { bonusId: string; orderRevision: number; to: number },
): Promise<void> =>
	changeOpenHunt(site, adminId, async (trx, hunt) => {
		const bonus = await findOf(trx, hunt, bonusId);
		const bonuses = await findBonuses(trx, hunt.id);
		const place = bonuses.findIndex(({ id }) => id === bonusId) + 1;
		const wanted = Math.min(bonuses.length, Math.max(1, to));
		if (place === wanted) return undefined;
		if (hunt.orderRevision !== orderRevision) throw new DomainError("editConflict");
		const before: Record<string, Bonus> = {};
		for (const [at, other] of moveEntry(bonuses, place - 1, wanted - 1).entries()) {
			if (other.position === at + 1) continue;
			before[other.id] = other;
			await upsertBonus(trx, { ...other, position: at + 1 });
		}
		await updateHunt(trx, hunt.id, { order_revision: orderRevision + 1 });
		return {
			kind: "move-slot",
			undo: { name: bonus.name, bonuses: before, move: { bonusId, from: place, to: wanted } },
			subject: bonusId,
			before: { place },
			after: { place: wanted },
		};
	});

async function findOf(trx: Trx, hunt: Hunt, bonusId: string): Promise<Bonus> {
	const bonus = await findBonus(trx, bonusId);
	if (bonus?.huntId !== hunt.id) throw new DomainError("bonusGone");
	return bonus;
}

const editedBonus = (bonusId: string, revision: number): EditedRecord<Bonus> => ({
	load: (db) => findBonus(db, bonusId),
	revision,
	missing: "bonusGone",
});
