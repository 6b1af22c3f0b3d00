import type { Db } from "db/database";
import { type Page, positionIn, readPage } from "db/keyset";
import { formatDay, formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { readBalanceHistory } from "../ledger/balance-history.server";
import { drawBalanceChart } from "./balance-chart.server";
import { addressOf, type EntrySource, reasonText } from "./entry-messages";
import { type EntryLine, type FormattedChart, PERIODS, type Period } from "./statement";
import { findEntries } from "./statement.queries.server";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
	now: () => Date;
	games: readonly EntrySource[];
}

export interface Statement {
	period: Period;
	/** Undefined without entries in the period. */
	chart: FormattedChart | undefined;
	entries: Page<EntryLine>;
}

const PAGE_SIZE = 25;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Period, number | undefined> = { day: 1, week: 7, month: 30, all: undefined };

/**
 * Reads a user's balance chart and one page of 25 ledger entries, newest first, formatted.
 * @param search of the address: `period` (`all` if missing or unknown), and the pager's position.
 * @param reader an admin also gets the name of the admin who changed a balance, and links to the admin pages.
 */
export async function readStatement(
	tools: Tools,
	userId: string,
	{ search, language, reader }: { search: URLSearchParams; language: Language; reader: "viewer" | "admin" },
): Promise<Statement> {
	const { db, config, games } = tools;
	const { t } = i18nIn(language);
	const period = PERIODS.find((offered) => offered === search.get("period")) ?? "all";
	const page = await readPage(
		{ position: positionIn(search, ["number"]), size: PAGE_SIZE },
		(position, limit) => findEntries(db, userId, position, limit),
		(row) => [row.id],
	);
	const actorOf = ({ actor, actor_name }: { actor: string; actor_name: string | null }) => {
		if (actor === "system") return t("points.bySite");
		if (reader === "admin") return actor_name ?? actor;
		return t(actor === userId ? "points.byYou" : "points.byAdmin");
	};
	return {
		period,
		chart: await readChart(tools, userId, period, language),
		entries: {
			...page,
			rows: page.rows.map((row) => ({
				id: row.id,
				when: formatMoment(new Date(row.created_at), language, config.SITE_TIMEZONE),
				words: reasonText(t, row.reason, games),
				reference: row.reference,
				address: addressOf(row, reader, games),
				by: actorOf(row),
				delta: row.delta,
				balanceAfter: row.balance_after,
			})),
		},
	};
}

async function readChart(
	{ db, config, now }: Tools,
	userId: string,
	period: Period,
	language: Language,
): Promise<FormattedChart | undefined> {
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
