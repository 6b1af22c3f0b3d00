import type { OwnHunt } from "./hunt";

export const HUNT_TOPIC = "bonus-hunt";

declare module "~/live/topics" {
	interface Topics {
		[HUNT_TOPIC]: {
			state: HuntState;
			changed: HuntChange;
			/** Null when no hunt is open. */
			hunt: OwnHunt | null;
		};
	}
}

/** How far the open hunt is; null while there is none. A page that shows another state reads it anew. */
export type HuntState = Pick<OwnHunt, "id" | "revision"> | null;

/** What has changed in a hunt since `from`, which is the revision that was told before. */
export interface HuntChange extends OwnHunt {
	from: number;
	/** Those that differ: each takes the place of the one with its number. */
	slots: OwnHunt["slots"];
}

/** To be told after a commit that changed the open hunt, or which one is open; or that only guesses came in. */
export type HuntChanged = (what?: "guesses") => void;

/** @param before of the same hunt. */
export const changeBetween = (before: OwnHunt, after: OwnHunt): HuntChange => ({
	...after,
	from: before.revision,
	slots: after.slots.filter((slot, at) => JSON.stringify(slot) !== JSON.stringify(before.slots[at])),
});

/**
 * A hunt after a change.
 * @returns undefined when the change does not build on what is known: then it must be read anew.
 */
export function applyChange(hunt: OwnHunt | undefined, change: HuntChange): OwnHunt | undefined {
	if (hunt?.id !== change.id) return undefined;
	// It was read after the change.
	if (change.revision <= hunt.revision) return { ...hunt, guesses: change.guesses };
	if (change.from !== hunt.revision) return undefined;
	const { from, ...after } = change;
	const total = after.statistics.countTotalBonus ?? 0;
	const changed = new Map(change.slots.map((slot) => [slot.idForBonusHunt, slot]));
	const known = new Map(hunt.slots.map((slot) => [slot.idForBonusHunt, slot]));
	const slots = Array.from({ length: total }, (_, at) => changed.get(at + 1) ?? known.get(at + 1));
	if (slots.includes(undefined)) return undefined;
	return { ...after, slots: slots.flatMap((slot) => slot ?? []) };
}
