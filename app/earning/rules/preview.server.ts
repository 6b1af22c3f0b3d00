import { setImmediate as nextTurn } from "node:timers/promises";
import { inBatches } from "~/lib/batches.server";
import { dateIn, dayAfter, midnightIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { findBonusesBetween } from "../daily/daily-bonus.queries.server";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import {
	findEventsAfter,
	findLastReceivedBefore,
	findTurnPayments,
	findTurnsBetween,
	findWaitingSince,
} from "./preview.queries.server";
import { dailyBonusOf, type EarningRules, isIgnored, rulesOn, TIERS } from "./rules";
import { earningOf, type StreamEvent, type StreamEventKind, streamEventIn } from "./sources";

/** Days of a preview, today included. */
const DAYS = 7;

interface Sums {
	before: number;
	after: number;
}
type Kind = "daily" | StreamEventKind;

/** What the last days would have paid. */
export interface RulesPreview extends Sums {
	/** By source; sources of which nothing happened are left out. */
	lines: (Sums & { kind: Kind; count: number })[];
}

type Tools = Pick<Site, "db" | "now"> & {
	config: Pick<Config, "SITE_TIMEZONE">;
	/** The rules that applied at an instant. */
	rulesAt(at: Date): EarningRules;
};

type Found<Find extends (...parameters: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Find>>[number];

/**
 * Computes what the last 7 days would have paid, up to the ceiling of each viewer and day, with the current rules and with
 * others: first the daily bonuses that were collected, then the events of the platforms in the order of their receipt, also of
 * people who have never signed in or were ignored, then the turns of watching. Codes are not counted. Of a turn only its
 * payments are stored: the kind of a watcher is estimated from the payment, and watchers who were paid nothing are missing.
 * @returns whole points.
 */
export async function previewRules(
	{ db, now, config, rulesAt }: Tools,
	current: EarningRules,
	typed: EarningRules,
): Promise<RulesPreview> {
	const zone = config.SITE_TIMEZONE;
	const to = now().toISOString();
	const today = dateIn(zone, new Date(to));
	const firstDay = dayAfter(today, 1 - DAYS);
	const from = midnightIn(zone, new Date(`${firstDay}T12:00:00Z`)).toISOString();
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

	/** @param viewer a user, or an account of a platform whose owner has not signed in. */
	function addEvents(platform: string, viewer: string, at: Date, event: StreamEvent, count = 1, name = "") {
		add(event.kind, `${dateIn(zone, at)} ${viewer}`, count, (rules) =>
			isIgnored(rules, name) ? 0 : earningOf(event, rulesOn(platform as PlatformId, rules), at),
		);
	}

	const bonuses = inBatches<Found<typeof findBonusesBetween>>((last, limit) =>
		findBonusesBetween(db, firstDay, today, last, limit),
	);
	for await (const batch of bonuses) {
		for (const { user_id, day, streak } of batch)
			add("daily", `${day} ${user_id}`, 1, (rules) => dailyBonusOf(rules, streak));
	}

	// An event is received after it has happened, and ids grow with the time of receipt.
	const start = await findLastReceivedBefore(db, from);
	const events = inBatches<Found<typeof findEventsAfter>>((last, limit) =>
		findEventsAfter(db, last?.id ?? start, limit),
	);
	for await (const batch of events) {
		for (const { platform, user_id, person_id, person_name, kind, facts, happened_at } of batch) {
			const event = streamEventIn(kind, JSON.parse(facts));
			if (!event || person_id === "" || happened_at < from || happened_at > to) continue;
			const viewer = user_id ?? `${platform}:${person_id}`;
			addEvents(platform, viewer, new Date(happened_at), event, 1, person_name);
		}
	}

	for (const turn of await findTurnsBetween(db, from, to)) {
		const platform = turn.platform as PlatformId;
		const at = new Date(turn.at);
		const rules = rulesOn(platform, rulesAt(at));
		const reason = `stream-watch:${PLATFORMS[platform]}`;
		for (const { user_id, delta } of await findTurnPayments(db, reason, `${turn.stream_id}:${turn.turn}`)) {
			const event = WATCHERS.find((one) => earningOf(one, rules, at) === delta) ?? PASSIVE;
			addEvents(platform, user_id, at, event);
		}
		// Lets other requests use the single database connection between two turns.
		await nextTurn();
	}

	const waiting = inBatches<Found<typeof findWaitingSince>>((last, limit) =>
		findWaitingSince(db, firstDay, last?.id ?? 0, limit),
	);
	for await (const batch of waiting) {
		for (const { platform, person_id, user_id, day, points } of batch) {
			const at = new Date(`${day}T12:00:00Z`);
			const each = earningOf(PASSIVE, rulesOn(platform as PlatformId, rulesAt(at)), at);
			// The points of several turns are stored as one sum.
			const count = each === 0 ? 0 : Math.round(points / each);
			if (count > 0) addEvents(platform, user_id ?? `${platform}:${person_id}`, at, PASSIVE, count);
		}
	}
	const all = [...lines.values()];
	const total = (side: keyof Sums) => all.reduce((sum, line) => sum + line[side], 0);
	return { lines: all, before: total("before"), after: total("after") };
}

/** All kinds of watchers, those who are paid least first. */
const WATCHERS = [null, ...TIERS].flatMap((tier) =>
	[false, true].map((isActive): StreamEvent => ({ kind: "watch", isActive, tier })),
);
const PASSIVE: StreamEvent = { kind: "watch", isActive: false, tier: null };
