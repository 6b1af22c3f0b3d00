import type { Db } from "db/database";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { countGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, findKnownNames, findNewestHunt } from "../persistence/hunts.queries.server";
import { addBonus, editBonus, moveBonus, openBonus, removeBonus } from "./bonuses.server";
import type { HuntTools } from "./change-open-hunt.server";
import type { Bonus, Hunt } from "./hunt";
import { huntStatisticsOf } from "./hunt-results";
import { discardHunt, editHunt, finishHunt, setGuessing, startHunt } from "./hunts.server";
import type { ManageAsk } from "./manage.schema";
import { readLastStep, undoStep } from "./undo.server";

interface Site {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
	now: () => Date;
}

/** A slot in the table of the manage page. Money is cents. */
export type ManagedBonus = Omit<Bonus, "huntId" | "createdAt" | "openedAt">;

const MAX_NAMES = 500;

/**
 * Reads the manage page: the open hunt with all its slots, else the last hunt, which may be reopened.
 * @param search of the address: `edit` and `open` name a slot, `done` names the last action.
 */
export async function readManage({ db, config, now }: Site, search: URLSearchParams, language: Language) {
	const newest = await findNewestHunt(db);
	const asked = {
		idempotencyKey: crypto.randomUUID(),
		/** A second key: a form that keeps its key must not share it with another form. */
		removeId: crypto.randomUUID(),
		editing: search.get("edit"),
		isFinishing: search.get("ask") === "finish",
		done: search.get("done"),
	};
	const step = newest && (await readLastStep(db, newest));
	if (newest?.status !== "open") {
		const last = newest && { id: newest.id, title: newest.title, step: newest.prize ? undefined : step };
		const title = `Bonus Hunt · ${formatDay(now(), language, config.SITE_TIMEZONE)}`;
		return { ...asked, hunt: undefined, last, title };
	}
	const bonuses = await findBonuses(db, newest.id);
	return {
		...asked,
		hunt: await shown(db, newest, bonuses),
		bonuses: bonuses.map(({ huntId, createdAt, openedAt, ...bonus }): ManagedBonus => bonus),
		next: nextOf(bonuses, search.get("open")),
		step,
		names: await findKnownNames(db, MAX_NAMES),
	};
}

const shown = async (
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
	asked: string | null,
): { id: string; isChosen: boolean } | undefined {
	const waiting = bonuses.filter(({ payout }) => payout === null);
	const first = waiting[0];
	const next = waiting.find(({ id }) => id === asked) ?? first;
	return next && { id: next.id, isChosen: next !== first };
}

/**
 * Runs an action of the manage page.
 * @throws {DomainError} as each of the use cases.
 */
export async function manageHunt(
	tools: HuntTools & { config: Pick<Config, "IMAGE_FOLDER"> },
	adminId: string,
	ask: ManageAsk,
): Promise<void> {
	switch (ask.intent) {
		case "start":
			return startHunt(tools, adminId, ask);
		case "edit":
			return editHunt(tools, adminId, ask);
		case "add-slot":
			return addBonus(tools, adminId, ask);
		case "open-slot":
			return openBonus(tools, adminId, ask);
		case "edit-slot":
			return editBonus(tools, adminId, ask);
		case "remove-slot":
			return removeBonus(tools, adminId, ask);
		case "move-slot":
			return moveBonus(tools, adminId, ask);
		case "guessing":
			return setGuessing(tools, adminId, ask);
		case "finish":
			return finishHunt(tools, adminId, ask);
		case "discard":
			return discardHunt(tools, adminId, ask);
		case "undo":
			return undoStep(tools, adminId, ask);
	}
}
