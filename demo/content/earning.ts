/** Example rules of earning points, a running claim code, and one that is over. */
import type { Db } from "db/database";
import { transact } from "db/transact";
import { foldCode } from "~/earning/codes/claim-code";
import { endCodeAt, insertCode } from "~/earning/codes/codes.queries.server";
import { claimCode } from "~/earning/codes/codes.server";
import { collectDailyBonus } from "~/earning/daily/daily-bonus.server";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { insertRules } from "~/earning/rules/rules.queries.server";

const DAY_MS = 24 * 60 * 60 * 1000;

const RULES: EarningRules = {
	...NO_RULES,
	...{ daily: 20, streak: 5, streakDays: 7, watch: 10, chatting: 5, follow: 50 },
	...{ subscription: [500, 1000, 2500], resubscription: [300, 600, 1500], month: 10 },
	...{ gift: [250, 500, 1250], raid: 100, raider: 2 },
	...{
		kickWatch: 10,
		kickChatting: 5,
		kickFollow: 50,
		kickSubscription: 500,
		kickResubscription: 300,
		kickMonth: 10,
		kickGift: 250,
		kickHold: 60,
	},
	...{ subscriber: [120, 150, 200], everybody: 100, boostUntil: null },
	...{ ceiling: 50_000, ignored: ["nightbot", "streamelements"] },
};
/** Example players who have used the code that is over, and collected today's bonus. */
const VIEWERS = ["marta_luz", "zecaferreira", "ines.b", "nunolas"].map((name) => `example-${name}`);

/**
 * Adds the example rules and codes, unless there are rules. Must be called after the players are added.
 * @param timeZone an IANA name.
 */
export async function seedEarning(db: Db, timeZone: string): Promise<void> {
	if (await db.selectFrom("earning_rules").select("version").executeTakeFirst()) return;
	const at = new Date();
	const soon = new Date(at.getTime() + 30 * DAY_MS);
	const code = (text: string, points: number, startsAt: Date) => ({
		...{ id: crypto.randomUUID(), code: text, folded: foldCode(text), points, max_claims: 500, claims: 0 },
		...{ audience: "everybody", starts_at: startsAt.toISOString(), ends_at: soon.toISOString() },
		created_at: startsAt.toISOString(),
	});
	const past = code("SEXTA A BRILHAR", 150, new Date(at.getTime() - DAY_MS));
	await transact(db, async (trx) => {
		await insertRules(trx, JSON.stringify(RULES), at.toISOString());
		await insertCode(trx, past);
		await insertCode(trx, code("OLÁ PLATEIA", 100, at));
	});
	const tools = {
		...{ db, now: () => at, config: { SITE_TIMEZONE: timeZone }, rules: () => RULES },
		// There are no clients to notify.
		announceBalance() {},
	};
	for (const viewer of VIEWERS) {
		await claimCode(tools, { id: viewer, isAdmin: false, rights: [] }, past.code);
		await collectDailyBonus(tools, viewer);
	}
	await transact(db, (trx) => endCodeAt(trx, past.id, at.toISOString()));
}
