import type { Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { loggedTranslations } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findBonuses, findHunt, findOpenHunt, storeHunt } from "../persistence/hunts.queries.server";
import { insertStep } from "../persistence/steps.queries.server";
import { type Bonus, detailsOf, type EditedDetails, type Hunt, STEP_KINDS, type StepKind } from "./hunt";

/** The services of a change of a hunt. */
export type HuntSite = Pick<Site, "db" | "now" | "log" | "huntChanged">;

/** A hunt with its slots, in their order. */
export interface HuntState {
	hunt: Hunt;
	bonuses: readonly Bonus[];
}

/** What a step has changed, stored to undo it. */
export interface StepBefore {
	/** The id of the slot or hunt, and its name. */
	subject: string;
	name: string;
	/** Cents, if the step opened a slot. */
	payout?: number | null | undefined;
	details?: EditedDetails | undefined;
	/** The slots as they were before the step; null for a slot that the step added. */
	bonuses: Readonly<Record<string, Bonus | null>>;
}

interface HuntChange {
	/** Its kind in the change log. A change of {@link STEP_KINDS} can be undone. */
	kind: StepKind | "finish" | "reopen" | "guessing" | "undo";
	/** The hunt. @throws {DomainError} */
	find(trx: Trx): Promise<Hunt>;
	/**
	 * Returns what differs, in new objects; awaits nothing but the database. Undefined means that the change was already
	 * made: then nothing is written or published.
	 */
	change(state: HuntState, at: string, trx: Trx): Changed | undefined | Promise<Changed | undefined>;
	/** For a form that would act twice when it is sent twice: see `withIdempotencyKey`. */
	once?: { idempotencyKey: string; input: unknown };
}

interface Changed extends Partial<HuntState> {
	/** The id of the changed slot; by default the hunt is the subject. */
	subject?: string;
	/** Further fields of the change log. */
	log?: Fields;
}

/**
 * Changes a hunt in one transaction, together with the step that undoes the change and the change-log entry, and increases
 * the hunt's revision; then logs and publishes it.
 * @throws {DomainError} what `find` and `change` throw.
 */
export async function changeHunt(
	site: HuntSite,
	adminId: string,
	{ kind, find, change, once }: HuntChange,
): Promise<void> {
	await writeChange(site, adminId, {
		once: once && { action: "bonus-hunt.change", ...once },
		write: async (trx, now) => {
			const at = now.toISOString();
			const hunt = await find(trx);
			const before: HuntState = { hunt, bonuses: await findBonuses(trx, hunt.id) };
			const changed = await change(before, at, trx);
			if (!changed) return undefined;
			const { subject = hunt.id, log, ...differing } = changed;
			const after: HuntState = { ...before, ...differing };
			await storeHunt(trx, before, after, { actor: adminId, at });
			const [was, is] = [bonusIn(before, subject), bonusIn(after, subject)];
			const name = (was ?? is)?.name ?? hunt.title;
			if (STEP_KINDS.some((one) => one === kind)) {
				const payout = kind === "open-slot" ? is?.payout : undefined;
				const step: StepBefore = { subject, name, payout, ...undoneBy(before, after) };
				const row = { hunt_id: hunt.id, kind, actor: adminId, created_at: at };
				await insertStep(trx, { ...row, before: JSON.stringify(step) });
			}
			const closes = hunt.guessing !== after.hunt.guessing;
			const fieldsOf = (state: HuntState): Fields | undefined => {
				const fields = loggedOf(state, subject);
				return fields && closes ? { ...fields, guessing: state.hunt.guessing } : fields;
			};
			return {
				...{ action: `hunt.${kind}`, subject, subjectName: name },
				before: log ? { ...log, ...fieldsOf(before) } : fieldsOf(before),
				after: fieldsOf(after),
			};
		},
		published: (subject, action) => {
			site.log.info({ event: "hunt-changed", change: action.replace("hunt.", ""), subject, adminId });
			site.huntChanged();
		},
	});
}

const bonusIn = ({ bonuses }: HuntState, id: string) => bonuses.find((bonus) => bonus.id === id);

function undoneBy(before: HuntState, after: HuntState): Pick<StepBefore, "details" | "bonuses"> {
	const [was, is] = [new Set(before.bonuses), new Set(after.bonuses)];
	const added = after.bonuses.filter((bonus) => !was.has(bonus)).map(({ id }) => [id, null] as const);
	const changed = before.bonuses.filter((bonus) => !is.has(bonus)).map((bonus) => [bonus.id, bonus] as const);
	const details =
		before.hunt.detailsRevision === after.hunt.detailsRevision ? undefined : detailsOf(before.hunt);
	return { details, bonuses: Object.fromEntries([...added, ...changed]) };
}

/** The change-log fields of a hunt or of one of its slots; money in euros. */
function loggedOf({ hunt, bonuses }: HuntState, subject: string): Fields | undefined {
	if (subject === hunt.id) return { ...loggedDetails(hunt), status: hunt.status };
	const place = bonuses.findIndex(({ id }) => id === subject) + 1;
	const bonus = bonuses[place - 1];
	return bonus && { ...loggedBonus(bonus), place };
}

/** The change-log fields of a slot; money in euros. */
export const loggedBonus = ({
	name,
	provider,
	image,
	bet,
	payout,
	preNote,
}: Pick<Bonus, "name" | "provider" | "image" | "bet" | "payout" | "preNote">): Fields => ({
	...{ name, provider, image, bet: bet / 100 },
	payout: payout === null ? null : payout / 100,
	preNote,
});

/** The change-log fields of a hunt's details; money in euros. */
export const loggedDetails = ({ title, translations, startCost, stopLoss }: EditedDetails): Fields => ({
	title,
	...loggedTranslations(translations),
	startCost: startCost / 100,
	stopLoss: stopLoss / 100,
});

/**
 * Finds the open hunt, which must be that of the id, if any.
 * @throws {DomainError} `huntOver`
 */
export const openHunt = (huntId?: string) => async (trx: Trx) => {
	const hunt = await findOpenHunt(trx);
	if (!hunt || hunt.id !== (huntId ?? hunt.id)) throw new DomainError("huntOver");
	return hunt;
};

/** Finds a finished hunt. @throws {DomainError} `huntGone`, `huntNotFinished` */
export const finishedHunt = (huntId: string) => async (trx: Trx) => {
	const hunt = await findHunt(trx, huntId);
	if (!hunt) throw new DomainError("huntGone");
	if (hunt.status === "open") throw new DomainError("huntNotFinished");
	return hunt;
};
