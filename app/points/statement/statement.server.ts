import { positionIn, readPage } from "db/keyset";
import { formatDay, formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { readBalanceHistory } from "../ledger/balance-history.server";
import { drawBalanceChart } from "./balance-chart.server";
import { findGroups, keyOfGroup } from "./entry-groups.server";
import { addressOf, reasonText } from "./entry-messages";
import { PERIODS, type Period } from "./statement";

const PAGE_SIZE = 25;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Period, number | undefined> = { day: 1, week: 7, month: 30, all: undefined };

/**
 * Reads a user's balance chart and one page of 25 lines of the ledger, newest first, formatted. Consecutive entries for
 * watching, or of a program, on one day are one line.
 * @param search of the address: `period` (`all` if missing or unknown), and the pager's position.
 * @param reader an admin also gets the name of the admin who changed a balance, and links to the admin pages.
 */
export async function readStatement(
	site: Pick<Site, "db" | "config" | "now" | "games">,
	userId: string,
	{ search, language, reader }: { search: URLSearchParams; language: Language; reader: "viewer" | "admin" },
) {
	const { db, config, games } = site;
	const { t } = i18nIn(language);
	const period = PERIODS.find((offered) => offered === search.get("period")) ?? "all";
	const page = await readPage(
		{ position: positionIn(search, ["number", "number"]), size: PAGE_SIZE },
		(position, limit) => findGroups({ db, timeZone: config.SITE_TIMEZONE }, userId, position, limit),
		keyOfGroup,
	);
	const actorOf = ({ actor, actor_name }: { actor: string; actor_name: string | null }) => {
		if (actor === "system") return t("points.bySite");
		if (actor.startsWith("token:")) return t("points.byProgram");
		if (reader === "admin") return actor_name ?? t("shell.anonymous");
		return t(actor === userId ? "points.byYou" : "points.byAdmin");
	};
	const wordsOf = (words: string, count: number) => (count > 1 ? t("points.times", { words, count }) : words);
	return {
		period,
		chart: await readChart(site, userId, period, language),
		entries: {
			...page,
			rows: page.rows.map(({ newest: row, oldest, count, delta }) => ({
				id: row.id,
				when: formatMoment(new Date(row.created_at), language, config.SITE_TIMEZONE),
				words: wordsOf(reasonText(t, row.reason, games), count),
				note: row.note,
				reference: count > 1 ? `${oldest.reference} … ${row.reference}` : row.reference,
				address: addressOf(row, reader, games),
				by: actorOf(row),
				delta,
				balanceAfter: row.balance_after,
			})),
		},
	};
}

export type Statement = Awaited<ReturnType<typeof readStatement>>;

/** @returns undefined without entries in the period. */
async function readChart(
	{ db, config, now }: Pick<Site, "db" | "config" | "now">,
	userId: string,
	period: Period,
	language: Language,
) {
	const days = DAYS[period];
	const until = now().getTime();
	const history = await readBalanceHistory(db, userId, days ? new Date(until - days * DAY_MS) : undefined);
	if (history.length === 0) return undefined;
	const { moments, ...chart } = drawBalanceChart(history, until);
	const [from, middle, to] = moments;
	const format = to - from > 3 * DAY_MS ? formatDay : formatMoment;
	const label = (moment: number) => format(new Date(moment), language, config.SITE_TIMEZONE);
	return {
		...chart,
		moments: [label(from), label(middle), label(to)],
		opening: history[0]?.points ?? 0,
		closing: history.at(-1)?.points ?? 0,
	};
}
