import { checkInvariants } from "db/audit";
import { addBonus, openBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import { finishHunt, reopenHunt, setGuessing, startHunt } from "~/bonus-hunt/model/hunts.server";
import { readLastStep, undoStep } from "~/bonus-hunt/model/undo.server";
import { huntInvariants } from "~/bonus-hunt/persistence/hunt.audit.server";
import { findBonuses, findNewestHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { addUser, fakeClock, openTestDatabase } from "../../support/database";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

type NewHunt = Parameters<typeof startHunt>[2];

/** An open hunt of 100 euros with an admin; records the notifications. */
export async function openHunt() {
	const { db, close } = await openTestDatabase({ durable: false });
	const clock = fakeClock();
	const notified: string[] = [];
	const tools = testSite({
		db,
		now: () => {
			clock.pass(1);
			return clock.now();
		},
		config: { IMAGE_FOLDER: "/nowhere" },
		huntChanged: () => void notified.push("hunt"),
		announceBalance: (userId: string) => void notified.push(`balance of ${userId}`),
		announceNotices: () => {},
		wakeJobs: () => {},
	});
	const admin = await addUser(db, "admin");
	const start = (details: Partial<NewHunt> = {}) =>
		startHunt(tools, admin, {
			...{ idempotencyKey: crypto.randomUUID(), title: "B", translations: {}, startCost: 1, stopLoss: 0 },
			...details,
		});
	await start({ title: "Hunt", startCost: 10_000 });
	const hunt = async () => {
		const found = await findNewestHunt(db);
		if (!found) throw new Error("no hunt");
		return found;
	};
	const huntId = (await hunt()).id;
	const bonuses = () => findBonuses(db, huntId);
	const lastStep = async () => readLastStep(db, await hunt());
	return {
		...{ db, close, clock, tools, admin, notified, huntId, hunt, bonuses, start, lastStep },
		/** @returns the new slot's id. */
		async add(name = "Wolf Gold", bet = 100): Promise<string> {
			const typed = { name, bet, provider: "", image: "", preNote: "" };
			await addBonus(tools, admin, { idempotencyKey: crypto.randomUUID(), huntId, ...typed });
			return (await bonuses()).at(-1)?.id ?? "";
		},
		async remove(bonusId: string, revision?: number): Promise<void> {
			const shown = revision ?? (await bonuses()).find(({ id }) => id === bonusId)?.revision ?? 1;
			await removeBonus(tools, admin, { idempotencyKey: crypto.randomUUID(), bonusId, revision: shown });
		},
		open: (bonusId: string, payout: number) => openBonus(tools, admin, { bonusId, payout }),
		finish: () => finishHunt(tools, admin, { huntId }),
		reopen: () => reopenHunt(tools, admin, { huntId }),
		setGuessing: (guessing: "open" | "closed") => setGuessing(tools, admin, { huntId, guessing }),
		/** Undoes the last step. @returns the step. */
		async undo() {
			const step = await lastStep();
			if (step) await undoStep(tools, admin, { stepId: step.id });
			return step;
		},
		changes: () => rowsOf(db, "admin_changes"),
		broken: async () =>
			(await checkInvariants(db, [...huntInvariants, ...ledgerInvariants])).filter(({ rows }) => rows.length),
	};
}
