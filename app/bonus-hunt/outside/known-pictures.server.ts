import type { Db } from "db/database";
import type { HuntSlot } from "../model/hunt";
import { findBonuses, findOpenHunt } from "../persistence/hunts.queries.server";
import type { OutsideHunt } from "./outside.server";

interface Tools {
	db: Db;
	outsideHunt: OutsideHunt | undefined;
}

/**
 * Tells whether a slot of the hunt that goes on has a picture. The hunt's slots are read once for each state of
 * it, however many pictures a whole audience asks for.
 */
export function createKnownPictures({ db, outsideHunt }: Tools): (image: string) => Promise<boolean> {
	let own: { state: string; images: ReadonlySet<string> } | undefined;
	let outside: { slots: readonly HuntSlot[]; images: ReadonlySet<string | null> } | undefined;

	async function ownHas(image: string): Promise<boolean> {
		const hunt = await findOpenHunt(db);
		if (!hunt) return false;
		const state = `${hunt.id} ${hunt.revision}`;
		if (own?.state !== state) {
			own = { state, images: new Set((await findBonuses(db, hunt.id)).map((bonus) => bonus.image)) };
		}
		return own.images.has(image);
	}

	async function outsideHas(hunt: OutsideHunt, image: string): Promise<boolean> {
		const { value: slots } = await hunt.readSlots();
		if (!slots) return false;
		// The same answer is the same list.
		if (outside?.slots !== slots)
			outside = { slots, images: new Set(slots.map(({ slotImage }) => slotImage)) };
		return outside.images.has(image);
	}

	return (image) => (outsideHunt ? outsideHas(outsideHunt, image) : ownHas(image));
}
