import type { Trx } from "db/database";
import { checkRevision, refuseStaleEdit } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { pictureOf } from "~/pictures/upload.server";
import { findBonus, findKnownSlots } from "../persistence/hunts.queries.server";
import {
	changeHunt,
	finishedHunt,
	type HuntSite,
	type HuntState,
	loggedBonus,
	openHunt,
} from "./change-hunt.server";
import { type Bonus, MAX } from "./hunt";
import { slotLinesIn } from "./slot-lines";

type Typed = Pick<Bonus, "name" | "provider" | "image" | "bet" | "preNote">;

const typedOf = ({ name, provider, image, bet, preNote }: Typed): Typed => ({
	name,
	provider,
	image,
	bet,
	preNote,
});

const missing = "bonusGone";

/**
 * Adds a slot behind the others of the open hunt. An empty provider or picture is filled in from a known slot of the
 * same name. Undoable, logged and published as in {@link changeHunt}. A repeat with the same idempotency key does
 * nothing.
 * @throws {DomainError} `huntOver` when `huntId` is not the open hunt, `huntFull`, `idempotencyKeyReused`
 */
export const addBonus = (
	site: HuntSite,
	adminId: string,
	{ idempotencyKey, huntId, ...fields }: Typed & { idempotencyKey: string; huntId: string },
): Promise<void> => {
	const typed = typedOf(fields);
	return changeHunt(site, adminId, {
		kind: "add-slot",
		once: { idempotencyKey, input: { huntId, ...typed } },
		find: openHunt(huntId),
		change: (state, at, trx) => addSlots(trx, state, at, [typed]),
	});
};

/**
 * Adds slots behind the others of a hunt; what is empty is filled in as in {@link addBonus}.
 * @returns the change of the hunt, whose subject is the first of them.
 * @throws {DomainError} `huntFull`
 */
export async function addSlots(trx: Trx, { hunt, bonuses }: HuntState, at: string, slots: readonly Typed[]) {
	if (bonuses.length + slots.length > MAX.slots) throw new DomainError("huntFull", { most: MAX.slots });
	const knownAs = await findKnownSlots(trx);
	const last = bonuses.at(-1)?.position ?? 0;
	const added = slots.map((typed, index): Bonus => {
		const known = knownAs(typed.name);
		return {
			...typed,
			provider: typed.provider || known?.provider || "",
			image: typed.image || known?.image || "",
			...{
				id: crypto.randomUUID(),
				huntId: hunt.id,
				payout: null,
				revision: 1,
				createdAt: at,
				openedAt: null,
			},
			position: last + index + 1,
		};
	});
	return { bonuses: [...bonuses, ...added], subject: added[0]?.id ?? "" };
}

/**
 * Adds the good lines of a pasted list, as {@link slotLinesIn} reads it, in one step. A repeat with the same idempotency key does
 * nothing.
 * @param form.bet cents of the lines without a bet.
 * @throws {DomainError} as {@link addBonus}; no line is added then.
 */
export async function addList(
	site: HuntSite,
	adminId: string,
	form: { idempotencyKey: string; huntId: string; list: string; bet?: number | undefined },
): Promise<void> {
	const { idempotencyKey, huntId, list, bet } = form;
	const slots = slotLinesIn(list, bet).good.map((slot) => ({
		...slot,
		provider: "",
		image: "",
		preNote: "",
	}));
	if (slots.length === 0) return;
	await changeHunt(site, adminId, {
		kind: "add-slots",
		once: { idempotencyKey, input: { huntId, slots } },
		find: openHunt(huntId),
		change: (state, at, trx) => addSlots(trx, state, at, slots),
	});
}

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
	changeHunt(site, adminId, {
		kind: "open-slot",
		find: openHunt(),
		change(state, at) {
			const bonus = bonusOf(state, bonusId);
			if (bonus.payout === payout) return undefined;
			if (bonus.payout !== null) throw new DomainError("editConflict");
			return withBonus(state, { ...bonus, payout }, at);
		},
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
	if (upload) await refuseStaleEdit(site.db, { load: (db) => findBonus(db, bonusId), revision, missing });
	const image = await pictureOf(site.config, { upload, image: typed.image });
	const fields = { ...typedOf(typed), image, payout };
	await changeHunt(site, adminId, {
		kind: "edit-slot",
		find: openHunt(),
		change(state, at) {
			const bonus = bonusOf(state, bonusId);
			if (JSON.stringify(loggedBonus(bonus)) === JSON.stringify(loggedBonus(fields))) return undefined;
			return withBonus(state, { ...checkRevision(bonus, { revision, missing }), ...fields }, at);
		},
	});
}

/**
 * Corrects the payout of a slot of a finished hunt. Does nothing when the payout is already this one. It can be undone
 * after the hunt is reopened.
 * @param correction.revision of the slot when the form was opened.
 * @param correction.payout cents; null for a slot that was not opened.
 * @throws {DomainError} `huntGone`, `huntNotFinished`, `bonusGone`, `prizePaid` once the prize is paid, `editConflict`
 */
export const correctPayout = (
	site: HuntSite,
	adminId: string,
	{ huntId, bonusId, revision, payout }: Pick<Edit, "bonusId" | "revision" | "payout"> & { huntId: string },
): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "edit-slot",
		find: finishedHunt(huntId),
		change(state, at) {
			const bonus = bonusOf(state, bonusId);
			if (bonus.payout === payout) return undefined;
			if (state.hunt.prizePoints !== null) throw new DomainError("prizePaid");
			return withBonus(state, { ...checkRevision(bonus, { revision, missing }), payout }, at);
		},
	});

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
	changeHunt(site, adminId, {
		kind: "remove-slot",
		once: { idempotencyKey, input: { bonusId: input.bonusId, revision: input.revision } },
		find: openHunt(),
		change(state) {
			const { hunt, bonuses } = state;
			const removed = checkRevision(bonusOf(state, input.bonusId), { revision: input.revision, missing });
			return {
				hunt: { ...hunt, orderRevision: hunt.orderRevision + 1 },
				bonuses: bonuses.filter((bonus) => bonus !== removed),
				subject: removed.id,
			};
		},
	});

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
	changeHunt(site, adminId, {
		kind: "move-slot",
		find: openHunt(),
		change(state) {
			const { hunt, bonuses } = state;
			const bonus = bonusOf(state, bonusId);
			const wanted = Math.min(bonuses.length, Math.max(1, to));
			if (bonuses.indexOf(bonus) === wanted - 1) return undefined;
			if (hunt.orderRevision !== orderRevision) throw new DomainError("editConflict");
			const others = bonuses.filter((other) => other !== bonus);
			const moved = [...others.slice(0, wanted - 1), bonus, ...others.slice(wanted - 1)];
			return {
				hunt: { ...hunt, orderRevision: orderRevision + 1 },
				bonuses: moved.map((other, at) =>
					other.position === at + 1 ? other : { ...other, position: at + 1 },
				),
				subject: bonusId,
			};
		},
	});

function bonusOf({ bonuses }: HuntState, bonusId: string): Bonus {
	const bonus = bonuses.find(({ id }) => id === bonusId);
	if (!bonus) throw new DomainError("bonusGone");
	return bonus;
}

/**
 * Replaces a slot by its next revision. The first payout that is shown ends guessing for good: viewers know it from then
 * on, also after it is undone, corrected or removed with its slot.
 * @param at ISO instant of the opening; an opened slot keeps the time of its first opening.
 */
function withBonus({ hunt, bonuses }: HuntState, edited: Bonus, at: string) {
	const bonus: Bonus = {
		...edited,
		openedAt: edited.payout === null ? null : (edited.openedAt ?? at),
		revision: edited.revision + 1,
	};
	const isShown = edited.payout === null || hunt.payoutShownAt !== null;
	return {
		hunt: isShown ? hunt : { ...hunt, guessing: "closed" as const, payoutShownAt: at },
		bonuses: bonuses.map((other) => (other.id === bonus.id ? bonus : other)),
		subject: bonus.id,
	};
}
