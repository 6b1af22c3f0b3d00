import type { Notice } from "~/notifications/notices";
import { HOUR_MS, type Limits } from "./limits";

const textOf = (instant: number): string => new Date(instant).toISOString();

/**
 * The notices about stored limits that have changed by time: a looser limit that applies now, and a break that is over.
 * `now` is Unix time in ms.
 */
export function dueNotices(userId: string, { next, breakUntil }: Limits, now: number): Notice[] {
	const notices: Notice[] = [];
	if (next && next.from <= now) {
		const data = { dailyLoss: next.dailyLoss };
		notices.push({ userId, kind: "limit-raised", reference: textOf(next.from), data });
	}
	if (breakUntil !== null && breakUntil <= now) {
		notices.push({ userId, kind: "break-over", reference: textOf(breakUntil), data: {} });
	}
	return notices;
}

/**
 * The notices about a change of limits. A break that moves by less than an hour, as when a form is sent twice, is not
 * reported. `now` is Unix time in ms.
 */
export function changeNotices(userId: string, before: Limits, after: Limits, now: number): Notice[] {
	const notices: Notice[] = [];
	const { dailyLoss, next, breakUntil } = after;
	const isOtherNext = next?.from !== before.next?.from || next?.dailyLoss !== before.next?.dailyLoss;
	if (next && isOtherNext) {
		const data = { dailyLoss: next.dailyLoss, from: textOf(next.from) };
		notices.push({ userId, kind: "limit-later", reference: textOf(now), data });
	} else if (dailyLoss !== before.dailyLoss || isOtherNext) {
		notices.push({ userId, kind: "limit-set", reference: textOf(now), data: { dailyLoss } });
	}
	if (breakUntil === null) return notices;
	const moved = breakUntil - (before.breakUntil ?? 0);
	if (Math.abs(moved) < HOUR_MS) return notices;
	const kind =
		before.breakUntil === null ? "break-started" : moved > 0 ? "break-extended" : "break-shortened";
	return [...notices, { userId, kind, reference: textOf(breakUntil), data: { until: textOf(breakUntil) } }];
}
