import type { Db } from "db/database";
import { inBatches } from "~/lib/batches.server";
import { dateIn, dayAfter, midnightIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import { findBonusesBetween } from "../daily/daily-bonus.queries.server";
import { pastEvents } from "./preview-events.server";
import { dailyBonusOf, type EarningRules, isIgnored, rulesOn } from "./rules";
import { earningOf, type StreamEvent } from "./sources";

/** Days of a preview, today included. */
const DAYS = 7;

interface Sums {
	before: number;
	after: number;
}
type Kind = "daily" | StreamEvent["kind"];

/** What the last days would have paid. */
export interface RulesPreview extends Sums {
	/** By source; sources of which nothing happened are left out. */
	lines: (Sums & { kind: Kind; count: number })[];
}

interface Tools {
	db: Db;
	now: () => Date;
	config: Pick<Config, "SITE_TIMEZONE">;
	/** The rules that applied at an instant. */
	rulesAt(at: Date): EarningRules;
}

/**
 * Computes what the stored events of the last 7 days would have paid, up to the ceiling of each viewer and day, with the
 * current rules and with others. Bonuses that were not collected and codes are not counted. Turns of watching are
 * estimated: see {@link pastEvents}.
 * @returns whole points.
 */
export async function previewRules(
	tools: Tools,
	current: EarningRules,
	typed: EarningRules,
): Promise<RulesPreview> {
	const { db, now, config } = tools;
	const to = now();
	const today = dateIn(config.SITE_TIMEZONE, to);
	const first = dayAfter(today, 1 - DAYS);
	const lines = new Map<Kind, RulesPreview["lines"][number]>();
	const earned = { before: new Map<string, number>(), after: new Map<string, number>() };

	function add(kind: Kind, viewerDay: string, count: number, pointsOf: (rules: EarningRules) => number) {
		const line = lines.get(kind) ?? { kind, count: 0, before: 0, after: 0 };
		lines.set(kind, line);
		line.count += count;
		for (const [side, rules] of [["before", current] as const, ["after", typed] as const]) {
			const before = earned[side].get(viewerDay) ?? 0;
			const points = pointsOf(rules) * count;
			const paid = rules.ceiling === 0 ? points : Math.min(points, Math.max(0, rules.ceiling - before));
			earned[side].set(viewerDay, before + paid);
			line[side] += paid;
		}
	}

	const bonuses = inBatches<Awaited<ReturnType<typeof findBonusesBetween>>[number]>((last, limit) =>
		findBonusesBetween(db, first, today, last, limit),
	);
	for await (const batch of bonuses) {
		for (const { user_id, day, streak } of batch) {
			add("daily", `${day} ${user_id}`, 1, (rules) => dailyBonusOf(rules, streak));
		}
	}
	const from = midnightIn(config.SITE_TIMEZONE, new Date(`${first}T12:00:00Z`));
	for await (const batch of pastEvents(tools, { from, to, firstDay: first })) {
		for (const { platform, viewer, name, at, event, count } of batch) {
			const viewerDay = `${dateIn(config.SITE_TIMEZONE, at)} ${viewer}`;
			add(event.kind, viewerDay, count, (rules) =>
				isIgnored(rules, name) ? 0 : earningOf(event, rulesOn(platform, rules), at),
			);
		}
	}
	const total = (side: keyof Sums) => [...lines.values()].reduce((sum, line) => sum + line[side], 0);
	return { lines: [...lines.values()], before: total("before"), after: total("after") };
}
