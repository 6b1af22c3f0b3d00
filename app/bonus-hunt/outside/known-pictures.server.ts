import type { Site } from "~/lib/site";
import type { HuntSlot } from "../model/hunt";
import { findBonuses, findOpenHunt } from "../persistence/hunts.queries.server";
import type { OutsideHunt } from "./outside.server";

/**
 * Creates a function that returns whether a slot of the open hunt, local or external, has this picture; false while no
 * hunt is open. The slots are read once for each state of the hunt.
 */
export function createKnownPictures(
	site: Pick<Site, "db" | "outsideHunt">,
): (image: string) => Promise<boolean> {
	let local: { state: string; images: ReadonlySet<string> } | undefined;
	let outside: { slots: readonly HuntSlot[]; images: ReadonlySet<string | null> } | undefined;

	async function localHas(image: string): Promise<boolean> {
		const hunt = await findOpenHunt(site.db);
		if (!hunt) return false;
		const state = `${hunt.id} ${hunt.revision}`;
		if (local?.state !== state) {
			local = { state, images: new Set((await findBonuses(site.db, hunt.id)).map((bonus) => bonus.image)) };
		}
		return local.images.has(image);
	}

	async function outsideHas(hunt: OutsideHunt, image: string): Promise<boolean> {
		const { value: slots } = await hunt.readSlots();
		if (!slots) return false;
		// The cached answer is the same array until it changes.
		if (outside?.slots !== slots)
			outside = { slots, images: new Set(slots.map(({ slotImage }) => slotImage)) };
		return outside.images.has(image);
	}

	return (image) => (site.outsideHunt ? outsideHas(site.outsideHunt, image) : localHas(image));
}
