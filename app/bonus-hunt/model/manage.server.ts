import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findKnownNames, findNewestHunt } from "../persistence/hunts.queries.server";
import { addBonus, addList, editBonus, moveBonus, openBonus, removeBonus } from "./bonuses.server";
import type { HuntSite } from "./change-hunt.server";
import type { Bonus } from "./hunt";
import { huntStatisticsOf } from "./hunt-results";
import { discardHunt, editHunt, finishHunt, reopenHunt, setGuessing, startHunt } from "./hunts.server";
import type { ManageInput } from "./manage.schema";
import { readLastStep, undoStep } from "./undo.server";

/** The open hunt on the manage page. Money is cents. */
export type ManagedHunt = NonNullable<Awaited<ReturnType<typeof readManage>>["hunt"]>;

const MAX_NAMES = 500;

/**
 * Reads the manage page: the open hunt with all its slots, else the last hunt, which may be reopened unless its prize is
 * paid, and the default title of the next one. Generates the idempotency keys of the page's forms.
 * @param search of the address: `edit` and `open` name a slot, `done` names the last action, `ask=finish` asks for the
 * confirmation.
 */
export async function readManage(
	{ db, config, now }: Pick<Site, "db" | "config" | "now">,
	search: URLSearchParams,
	language: Language,
) {
	const newest = await findNewestHunt(db);
	const page = {
		idempotencyKey: crypto.randomUUID(),
		/** Further keys: a form that keeps its key must not share it with another form. */
		removeKey: crypto.randomUUID(),
		pasteKey: crypto.randomUUID(),
		editing: search.get("edit"),
		isFinishing: search.get("ask") === "finish",
		done: search.get("done"),
	};
	if (newest?.status !== "open") {
		const last = newest && {
			...{ id: newest.id, title: newest.title, revision: newest.revision },
			guesses: await countGuesses(db, newest.id),
			canReopen: newest.prizePoints === null,
		};
		const title = `Bonus Hunt · ${formatDay(now(), language, config.SITE_TIMEZONE)}`;
		return { ...page, hunt: undefined, last, title };
	}
	const bonuses = await findBonuses(db, newest.id);
	return {
		...page,
		hunt: {
			...newest,
			statistics: huntStatisticsOf(newest, bonuses),
			guesses: await countGuesses(db, newest.id),
		},
		bonuses,
		next: nextOf(bonuses, search.get("open")),
		step: await readLastStep(db, newest),
		names: await findKnownNames(db, MAX_NAMES),
	};
}

/** Returns the requested slot if it is unopened, else the first unopened slot. */
function nextOf(
	bonuses: readonly Bonus[],
	requested: string | null,
): { id: string; isChosen: boolean } | undefined {
	const waiting = bonuses.filter(({ payout }) => payout === null);
	const first = waiting[0];
	const next = waiting.find(({ id }) => id === requested) ?? first;
	return next && { id: next.id, isChosen: next !== first };
}

type Act<Input> = (
	site: HuntSite & Pick<Site, "wakeJobs" | "config">,
	adminId: string,
	input: Input,
) => Promise<void>;

const ACTS: { [Intent in ManageInput["intent"]]: Act<Extract<ManageInput, { intent: Intent }>> } = {
	start: startHunt,
	edit: editHunt,
	"add-slot": addBonus,
	"add-slots": addList,
	"open-slot": openBonus,
	"edit-slot": editBonus,
	"remove-slot": removeBonus,
	"move-slot": moveBonus,
	guessing: setGuessing,
	finish: finishHunt,
	reopen: reopenHunt,
	discard: discardHunt,
	undo: undoStep,
};

/** The use case of a form of the manage page. */
export const manageHunt = ({ intent }: ManageInput) => ACTS[intent] as Act<ManageInput>;
