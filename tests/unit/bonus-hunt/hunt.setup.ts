import { checkInvariants } from "db/audit";
import { addBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import type { EditedDetails } from "~/bonus-hunt/model/hunt";
import { startHunt } from "~/bonus-hunt/model/hunts.server";
import { huntInvariants } from "~/bonus-hunt/persistence/hunt.audit.server";
import { findBonuses, findNewestHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { addUser, fakeClock, openTestDatabase } from "../../support/database";

/** An open hunt of 100 euros with an admin; records the notifications. */
export async function openHunt() {
	const { db, close } = await openTestDatabase({ durable: false });
	const clock = fakeClock();
	const notified: string[] = [];
	const tools = {
		db,
		now: () => {
			clock.pass(1);
			return clock.now();
		},
		log: { info: () => {} },
		config: { IMAGE_FOLDER: "/nowhere" },
		huntChanged: (what?: string) => void notified.push(what ?? "hunt"),
		announceBalance: (userId: string) => void notified.push(`balance of ${userId}`),
		announceNotices: () => {},
		huntStarted: () => {},
	};
	const admin = await addUser(db, "admin");
	await startHunt(tools, admin, {
		idempotencyKey: crypto.randomUUID(),
		title: "Hunt",
		translations: {},
		startCost: 10_000,
		stopLoss: 0,
	});
	const hunt = async () => {
		const found = await findNewestHunt(db);
		if (!found) throw new Error("no hunt");
		return found;
	};
	const huntId = (await hunt()).id;
	const bonuses = () => findBonuses(db, huntId);
	return {
		db,
		close,
		clock,
		tools,
		admin,
		notified,
		huntId,
		hunt,
		bonuses,
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
		/** Starts another hunt. */
		start: (details: Partial<EditedDetails> = {}) =>
			startHunt(tools, admin, {
				idempotencyKey: crypto.randomUUID(),
				title: "B",
				translations: {},
				startCost: 1,
				stopLoss: 0,
				...details,
			}),
		changes: () => db.selectFrom("admin_changes").selectAll().orderBy("id").execute(),
		broken: async () =>
			(await checkInvariants(db, [...huntInvariants, ...ledgerInvariants])).filter(({ rows }) => rows.length),
	};
}
