import type { Db, Trx } from "db/database";
import { pictureOf } from "~/pictures/upload.server";
import type { Fields } from "~/platform/admin-changes.server";
import type { Config } from "~/platform/config.server";
import { DomainError } from "~/platform/domain-error";
import { type Bonus, type Hunt, MOST } from "./hunt";
import { deleteBonus, findBonus, findBonuses, findKnownSlot, putBonus } from "./hunts.queries.server";
import { changeOpenHunt, type HuntTools } from "./open-hunt.server";
import { moved } from "./steps";

type Typed = Pick<Bonus, "name" | "provider" | "image" | "bet" | "preNote">;

const typedOf = ({ name, provider, image, bet, preNote }: Typed): Typed => ({
	name,
	provider,
	image,
	bet,
	preNote,
});

const fieldsOf = ({
	name,
	provider,
	image,
	bet,
	payout,
	preNote,
}: Typed & Pick<Bonus, "payout">): Fields => ({
	name,
	provider,
	image,
	bet: bet / 100,
	payout: payout === null ? null : payout / 100,
	preNote,
});

/**
 * Adds a slot behind the others. Provider and picture that were left empty are those that the site knows of a
 * slot of this name. The same request id adds one.
 * @throws {DomainError} `huntOver`, `huntFull`, `requestIdReused`
 */
export const addBonus = (
	tools: HuntTools,
	adminId: string,
	{ requestId, huntId, ...asked }: Typed & { requestId: string; huntId: string },
): Promise<void> => {
	const typed = typedOf(asked);
	return changeOpenHunt(
		tools,
		adminId,
		async (trx, hunt, at) => {
			if (hunt.id !== huntId) throw new DomainError("huntOver");
			const others = await findBonuses(trx, huntId);
			if (others.length >= MOST.slots) throw new DomainError("huntFull", { most: MOST.slots });
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
			await putBonus(trx, bonus);
			return {
				kind: "add-slot",
				undo: { name: bonus.name, bonuses: { [bonus.id]: null } },
				subject: bonus.id,
				after: fieldsOf(bonus),
			};
		},
		{ requestId, input: { huntId, ...typed } },
	);
};

/**
 * Opens a slot with what it paid. The same again changes nothing.
 * @throws {DomainError} `huntOver`, `bonusGone`, `bonusOpenedMeanwhile` with another payout.
 */
export const openBonus = (
	tools: HuntTools,
	adminId: string,
	{ bonusId, payout }: { bonusId: string; payout: number },
): Promise<void> =>
	changeOpenHunt(tools, adminId, async (trx, hunt, at) => {
		const bonus = await findOf(trx, hunt, bonusId);
		if (bonus.payout === payout) return undefined;
		if (bonus.payout !== null) throw new DomainError("bonusOpenedMeanwhile", { name: bonus.name });
		await putBonus(trx, { ...bonus, payout, openedAt: at, revision: bonus.revision + 1 });
		return {
			kind: "open-slot",
			undo: { name: bonus.name, payout, bonuses: { [bonusId]: bonus } },
			subject: bonusId,
			before: { payout: null },
			after: { payout: payout / 100 },
		};
	});

interface Edit extends Typed {
	bonusId: string;
	revision: number;
	payout: number | null;
	upload?: File | undefined;
}

/**
 * Edits a slot; without a payout it is not opened any more. An uploaded picture takes the place of the address.
 * @throws {DomainError} `huntOver`, `bonusGone`, `bonusEditedMeanwhile`, `imageTooLarge`, `imageUnreadable`
 */
export async function editBonus(
	tools: HuntTools & { config: Pick<Config, "IMAGE_FOLDER"> },
	adminId: string,
	{ bonusId, revision, upload, payout, ...typed }: Edit,
): Promise<void> {
	if (upload) await checkRevision(tools.db, bonusId, revision);
	const image = await pictureOf(tools.config, { upload, image: typed.image });
	const fields = { ...typedOf(typed), image, payout };
	await changeOpenHunt(tools, adminId, async (trx, hunt, at) => {
		const bonus = await findOf(trx, hunt, bonusId);
		const [before, after] = [fieldsOf(bonus), fieldsOf(fields)];
		if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
		await checkRevision(trx, bonusId, revision);
		await putBonus(trx, {
			...bonus,
			...fields,
			openedAt: fields.payout === null ? null : (bonus.openedAt ?? at),
			revision: revision + 1,
		});
		return {
			kind: "edit-slot",
			undo: { name: bonus.name, bonuses: { [bonusId]: bonus } },
			subject: bonusId,
			before,
			after,
		};
	});
}

/** Takes a slot out. @throws {DomainError} `huntOver`, `bonusGone` */
export const removeBonus = (
	tools: HuntTools,
	adminId: string,
	{ bonusId }: { bonusId: string },
): Promise<void> =>
	changeOpenHunt(tools, adminId, async (trx, hunt) => {
		const bonus = await findOf(trx, hunt, bonusId);
		await deleteBonus(trx, bonusId);
		return {
			kind: "remove-slot",
			undo: { name: bonus.name, bonuses: { [bonusId]: bonus } },
			subject: bonusId,
			before: fieldsOf(bonus),
		};
	});

/**
 * Moves a slot to another place, counted from 1. Where it is already nothing changes.
 * @throws {DomainError} `huntOver`, `bonusGone`, `bonusMoved` when it is not at the place that was shown.
 */
export const moveBonus = (
	tools: HuntTools,
	adminId: string,
	{ bonusId, from, to }: { bonusId: string; from: number; to: number },
): Promise<void> =>
	changeOpenHunt(tools, adminId, async (trx, hunt) => {
		const bonus = await findOf(trx, hunt, bonusId);
		const bonuses = await findBonuses(trx, hunt.id);
		const place = bonuses.findIndex(({ id }) => id === bonusId) + 1;
		const wanted = Math.min(bonuses.length, Math.max(1, to));
		if (place === wanted) return undefined;
		if (place !== from) throw new DomainError("bonusMoved");
		const before: Record<string, Bonus> = {};
		for (const [at, other] of moved(bonuses, place - 1, wanted - 1).entries()) {
			if (other.position === at + 1) continue;
			before[other.id] = other;
			await putBonus(trx, { ...other, position: at + 1 });
		}
		return {
			kind: "move-slot",
			undo: { name: bonus.name, bonuses: before },
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

async function checkRevision(db: Db | Trx, bonusId: string, revision: number): Promise<void> {
	const bonus = await findBonus(db, bonusId);
	if (!bonus) throw new DomainError("bonusGone");
	if (bonus.revision !== revision) throw new DomainError("bonusEditedMeanwhile");
}
