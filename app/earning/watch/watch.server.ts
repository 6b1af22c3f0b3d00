import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { findUsersOf } from "~/account/platform-people.queries.server";
import { defineJob } from "~/jobs/job";
import { addJobs } from "~/jobs/jobs.server";
import { dateIn, instantIn, nextMidnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { addPointsNotice } from "~/notifications/notices.server";
import { findCredited } from "../credit.queries.server";
import { creditEarning, creditEarnings } from "../credit.server";
import { announceCredit, type EarningSite } from "../inbox/inbox.server";
import { type Person, PLATFORMS, type PlatformId } from "../inbox/platform-event";
import { isIgnored, rulesOn, type Tier } from "../rules/rules";
import { earningOf } from "../rules/sources";
import { turnsIn } from "./turns";
import {
	addTurnPoints,
	addWaiting,
	findClaimed,
	findCreditedWaiting,
	insertTurn,
	setCredited,
	type TurnRow,
	type WaitingRow,
} from "./watch.queries.server";

/** A turn: an interval of a stream whose viewers are paid. */
export interface Turn {
	platform: PlatformId;
	streamId: string;
	/** From 1. */
	turn: number;
	at: Date;
}

/** Somebody who is in the chat of the running stream. */
export interface Watcher extends Person {
	/** Whether the person has written within the last 15 minutes. */
	isActive: boolean;
	/** The tier of the subscription; null without one, or if it is unknown. */
	tier: Tier | null;
}

/** People of a turn that share a transaction. */
const SLICE = 100;

const sliceSchema = z.object({
	...{ platform: z.string(), stream_id: z.string(), turn: z.number(), at: z.string() },
	/** The ids on the platform, and the points by the rules of the turn. */
	people: z.array(z.tuple([z.string(), z.number()])),
});

type Slice = z.output<typeof sliceSchema>;

/** A turn is attempted until it is paid; other writes run between two slices. */
const PAYING = { waits: [30_000], afterLast: "again", pauseMs: 20 } as const;

/**
 * Pays some people of a turn of watching once, also after interruptions. Points of people who have never signed in wait for them.
 */
export const watchSlice = defineJob({
	kind: "watch-slice",
	body: sliceSchema,
	...PAYING,
	async act(site: EarningSite, trx, slice) {
		const paid = await paySlice(trx, slice, site);
		return {
			after() {
				// With `forEach`, each message to the other processes would contain the whole list.
				for (const userId of paid) site.announceBalance(userId);
			},
		};
	},
});

/** Credits the points for watching that have waited for a user who has now signed in. */
export const waitedWatch = defineJob({
	kind: "waited-watch",
	body: z.object({ userId: z.string() }),
	...PAYING,
	async act(site: EarningSite, trx, { userId }) {
		const claimed = await findClaimed(trx, userId, SLICE);
		let points = 0;
		for (const row of claimed) points += await creditWaiting(trx, row, userId, site);
		return {
			again: claimed.length === SLICE,
			after: () => (points > 0 ? announceCredit(site, userId) : undefined),
		};
	},
});

/**
 * Stores a turn once, with the points of each watcher by the rules of its time; it is paid in the background.
 * @returns whether it is new.
 */
export async function addTurn(
	{ db, now, log, rulesAt, wakeJobs }: Pick<Site, "db" | "now" | "log" | "rulesAt" | "wakeJobs">,
	{ platform, streamId, turn, at }: Turn,
	watchers: readonly Watcher[],
	sliceSize = SLICE,
): Promise<boolean> {
	const rules = rulesAt(at);
	const onPlatform = rulesOn(platform, rules);
	const paid = watchers
		.filter(({ name }) => !isIgnored(rules, name))
		.map(
			({ id, isActive, tier }) => [id, earningOf({ kind: "watch", isActive, tier }, onPlatform, at)] as const,
		)
		.filter(([, points]) => points > 0);
	// A list that changes while its pages are read may contain a person twice.
	const people = [...new Map(paid)];
	const row = { platform, stream_id: streamId, turn, at: at.toISOString() };
	const isNew = await transact(db, async (trx) => {
		if (!(await insertTurn(trx, { ...row, points: 0 }))) return false;
		const slices = Array.from({ length: Math.ceil(people.length / sliceSize) }, (_, index) => ({
			...{ reference: `${platform}:${streamId}:${turn}:${index}`, key: `${platform}:${streamId}` },
			body: { ...row, people: people.slice(index * sliceSize, (index + 1) * sliceSize) },
		}));
		await addJobs(trx, watchSlice, slices, now());
		return true;
	});
	if (isNew) log.info({ event: "watch-turn", platform, streamId, turn, watchers: watchers.length });
	wakeJobs(watchSlice);
	return isNew;
}

/** @returns the users who were paid. */
async function paySlice(trx: Trx, slice: Slice, { config, now, rulesAt }: EarningSite): Promise<string[]> {
	const { platform, stream_id, turn, people } = slice;
	const at = new Date(slice.at);
	const day = dateIn(config.SITE_TIMEZONE, at);
	const users = await findUsersOf(
		trx,
		platform,
		people.map(([personId]) => personId),
	);
	const strangers = people.flatMap(([personId, points]) => (users.has(personId) ? [] : { personId, points }));
	if (strangers.length > 0) await addWaiting(trx, { platform, stream_id, turn, day, people: strangers });
	// Two accounts of the platform may belong to one user, who is paid once.
	const owed = new Map(
		people.flatMap(([personId, points]) => {
			const userId = users.get(personId);
			return userId === undefined ? [] : [[userId, points] as const];
		}),
	);
	const reason = reasonOf(platform);
	const earnings = [...owed].map(([userId, points]) => ({
		userId,
		points,
		reason,
		reference: referenceOf(stream_id, turn, userId),
		at: now(),
	}));
	const paid = await findPaid(trx, slice, [turn], [...owed.keys()]);
	const credited = await creditEarnings(
		trx,
		{ day, ceiling: rulesAt(at).ceiling },
		earnings.filter(({ reference }) => !paid.has(reference)),
	);
	await addTurnPoints(
		trx,
		slice,
		[...credited.values()].reduce((sum, one) => sum + one, 0),
	);
	return [...credited.keys()];
}

const referenceOf = (streamId: string, turn: number, userId: string) => `${streamId}:${turn}:${userId}`;

/**
 * The turns of a stream for which users have been paid, as references of ledger entries: in the turn itself, through another
 * of their accounts, or with points that waited.
 */
async function findPaid(
	trx: Trx,
	stream: Pick<TurnRow, "platform" | "stream_id">,
	turns: readonly number[],
	userIds: readonly string[],
): Promise<Set<string>> {
	const { platform, stream_id } = stream;
	const references = userIds.flatMap((userId) => turns.map((turn) => referenceOf(stream_id, turn, userId)));
	const paid = await findCredited(trx, reasonOf(platform), references);
	for (const { user_id, turns: list } of await findCreditedWaiting(trx, stream, userIds)) {
		for (const turn of turnsIn(list).keys()) paid.add(referenceOf(stream_id, turn, user_id ?? ""));
	}
	return paid;
}

/** The part of waiting points whose turns the user has already been paid for. */
async function findAlreadyPaid(trx: Trx, row: WaitingRow, userId: string): Promise<number> {
	const turns = [...turnsIn(row.turns)];
	const numbers = turns.map(([turn]) => turn);
	const paid = await findPaid(trx, row, numbers, [userId]);
	return turns
		.filter(([turn]) => paid.has(referenceOf(row.stream_id, turn, userId)))
		.reduce((sum, [, points]) => sum + points, 0);
}

const reasonOf = (platform: string) => `stream-watch:${PLATFORMS[platform as PlatformId]}` as const;

/** Credits points that waited, except those of turns that the user has already been paid for. @returns the credited points. */
async function creditWaiting(
	trx: Trx,
	row: WaitingRow,
	userId: string,
	{ config, now, rulesAt }: EarningSite,
): Promise<number> {
	const { id, day } = row;
	// The ceiling at the end of the day applies.
	const midnight = nextMidnightIn(config.SITE_TIMEZONE, instantIn(config.SITE_TIMEZONE, `${day}T12:00`));
	const { ceiling } = rulesAt(new Date(midnight.getTime() - 1));
	const points = await creditEarning(trx, {
		userId,
		points: row.points - (await findAlreadyPaid(trx, row, userId)),
		reason: reasonOf(row.platform),
		reference: `waiting:${id}`,
		at: now(),
		day,
		ceiling,
	});
	await setCredited(trx, id, points);
	if (points === 0) return 0;
	const data = { points, platform: PLATFORMS[row.platform as PlatformId] };
	await addPointsNotice(trx, { kind: "points-waited", data, userId, reference: row.platform }, now());
	return points;
}
