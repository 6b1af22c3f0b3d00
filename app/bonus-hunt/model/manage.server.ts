import type { Db } from "db/database";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findKnownNames, findNewestHunt } from "../persistence/hunts.queries.server";
import { addBonus, editBonus, moveBonus, openBonus, removeBonus } from "./bonuses.server";
import type { HuntSite } from "./change-open-hunt.server";
import type { Bonus, Hunt } from "./hunt";
import { huntStatisticsOf } from "./hunt-results";
import { discardHunt, editHunt, finishHunt, setGuessing, startHunt } from "./hunts.server";
import type { ManageInput } from "./manage.schema";
import { readLastStep, undoStep } from "./undo.server";

/** A slot in the table of the manage page. Money is cents. */
export type ManagedBonus = Omit<Bonus, "huntId" | "createdAt" | "openedAt">;

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
		/** A second key: a form that keeps its key must not share it with another form. */
		removeKey: crypto.randomUUID(),
		editing: search.get("edit"),
		isFinishing: search.get("ask") === "finish",
		done: search.get("done"),
	};
	const step = newest && (await readLastStep(db, newest));
	if (newest?.status !== "open") {
		const last = newest && {
			id: newest.id,
			title: newest.title,
			revision: newest.revision,
			guesses: await countGuesses(db, newest.id),
			step: newest.prize ? undefined : step,
		};
		const title = `Bonus Hunt · ${formatDay(now(), language, config.SITE_TIMEZONE)}`;
		return { ...page, hunt: undefined, last, title };
	}
	const bonuses = await findBonuses(db, newest.id);
	return {
		...page,
		hunt: await withStatistics(db, newest, bonuses),
		bonuses: bonuses.map(({ huntId, createdAt, openedAt, ...bonus }): ManagedBonus => bonus),
		next: nextOf(bonuses, search.get("open")),
		step,
		names: await findKnownNames(db, MAX_NAMES),
	};
}

const withStatistics = async (
	db: Db,
	{ createdAt, finishedAt, prize, status, ...hunt }: Hunt,
	bonuses: readonly Bonus[],
) => ({
	...hunt,
	statistics: huntStatisticsOf(hunt, bonuses),
	guesses: await countGuesses(db, hunt.id),
});

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

/**
 * Runs an action of the manage page: calls the use case of its intent.
 * @throws {DomainError} as each of the use cases.
 */
export async function manageHunt(
	site: HuntSite & Pick<Site, "wakeJobs" | "config">,
	adminId: string,
	input: ManageInput,
): Promise<void> {
	switch (input.intent) {
		case "start":
			return startHunt(site, adminId, input);
		case "edit":
			return editHunt(site, adminId, input);
		case "add-slot":
			return addBonus(site, adminId, input);
		case "open-slot":
			return openBonus(site, adminId, input);
		case "edit-slot":
			return editBonus(site, adminId, input);
		case "remove-slot":
			return removeBonus(site, adminId, input);
		case "move-slot":
			return moveBonus(site, adminId, input);
		case "guessing":
			return setGuessing(site, adminId, input);
		case "finish":
			return finishHunt(site, adminId, input);
		case "discard":
			return discardHunt(site, adminId, input);
		case "undo":
			return undoStep(site, adminId, input);
	}
}
