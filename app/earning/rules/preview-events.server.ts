import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import { inBatches } from "~/lib/batches.server";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import {
	findEventsAfter,
	findLastReceivedBefore,
	findTurnPayments,
	findTurnsBetween,
	findWaitingSince,
} from "./preview.queries.server";
import { type EarningRules, rulesOn, type Tier } from "./rules";
import { earningOf, type StreamEvent, streamEventIn } from "./sources";

/** Equal events of one viewer. */
export interface PastEvents {
	platform: PlatformId;
	/** A user, or an account of a platform whose owner has not signed in. */
	viewer: string;
	/** The name on the platform; empty if it is not stored. */
	name: string;
	at: Date;
	event: StreamEvent;
	/** The number of these events. */
	count: number;
}

interface Tools {
	db: Db;
	/** The rules that applied at an instant. */
	rulesAt(at: Date): EarningRules;
}

/**
 * Reads what happened on the stream between two instants: the events of the platforms in the order of their receipt, in
 * which the ceiling applies, also of people who have never signed in or were ignored, and then the turns of watching. Of a
 * turn only its payments are stored: the kind of a watcher is estimated from the payment, and watchers who were paid nothing
 * are missing.
 * @param firstDay the date of `from` in the site's time zone.
 */
export async function* pastEvents(
	tools: Tools,
	{ from, to, firstDay }: { from: Date; to: Date; firstDay: string },
): AsyncGenerator<PastEvents[]> {
	yield* platformEvents(tools, from, to);
	yield* paidTurns(tools, from, to);
	yield* waitingTurns(tools, firstDay);
}

async function* platformEvents({ db }: Tools, from: Date, to: Date): AsyncGenerator<PastEvents[]> {
	const [first, last] = [from.toISOString(), to.toISOString()];
	// An event is received after it has happened, and ids grow with the time of receipt.
	const start = await findLastReceivedBefore(db, first);
	const batches = inBatches<Awaited<ReturnType<typeof findEventsAfter>>[number]>((before, limit) =>
		findEventsAfter(db, before?.id ?? start, limit),
	);
	for await (const rows of batches) {
		yield rows
			.filter(({ happened_at, person_id }) => happened_at >= first && happened_at <= last && person_id !== "")
			.flatMap((row) => {
				const event = streamEventIn(row.kind, JSON.parse(row.facts));
				const viewer = row.user_id ?? `${row.platform}:${row.person_id}`;
				const at = new Date(row.happened_at);
				const platform = row.platform as PlatformId;
				return event ? { platform, viewer, name: row.person_name, at, event, count: 1 } : [];
			});
	}
}

async function* paidTurns({ db, rulesAt }: Tools, from: Date, to: Date): AsyncGenerator<PastEvents[]> {
	for (const turn of await findTurnsBetween(db, from.toISOString(), to.toISOString())) {
		const at = new Date(turn.at);
		const platform = turn.platform as PlatformId;
		const reason = `stream-watch:${PLATFORMS[platform]}`;
		const paid = await findTurnPayments(db, reason, `${turn.stream_id}:${turn.turn}`);
		const rules = rulesOn(platform, rulesAt(at));
		yield paid.map(({ user_id, delta }) => {
			const event = watcherPaid(delta, rules, at);
			return { platform, viewer: user_id, name: "", at, event, count: 1 };
		});
		// Lets other requests use the single database connection between two turns.
		await nextTurn();
	}
}

async function* waitingTurns({ db, rulesAt }: Tools, firstDay: string): AsyncGenerator<PastEvents[]> {
	const batches = inBatches<Awaited<ReturnType<typeof findWaitingSince>>[number]>((last, limit) =>
		findWaitingSince(db, firstDay, last?.id ?? 0, limit),
	);
	for await (const rows of batches) {
		yield rows.flatMap(({ person_id, user_id, day, points, ...row }) => {
			const platform = row.platform as PlatformId;
			const at = new Date(`${day}T12:00:00Z`);
			const event = { kind: "watch", isActive: false, tier: null } as const;
			const each = earningOf(event, rulesOn(platform, rulesAt(at)), at);
			// The points of several turns are stored as one sum.
			const count = each === 0 ? 0 : Math.round(points / each);
			const viewer = user_id ?? `${platform}:${person_id}`;
			return count === 0 ? [] : { platform, viewer, name: "", at, event, count };
		});
	}
}

const TIERS: readonly (Tier | null)[] = [null, 1, 2, 3];

/** The turn for which the rules pay these points; a turn of an inactive viewer without a subscription if none does. */
function watcherPaid(points: number, rules: EarningRules, at: Date): StreamEvent {
	const turns = TIERS.flatMap((tier) =>
		[false, true].map((isActive) => ({ kind: "watch", isActive, tier }) as const),
	);
	return (
		turns.find((turn) => earningOf(turn, rules, at) === points) ?? {
			kind: "watch",
			isActive: false,
			tier: null,
		}
	);
}
