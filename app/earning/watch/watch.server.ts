import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { dateIn, instantIn, nextMidnightIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import type { NoticeContent } from "~/notifications/notices";
import { type AnnounceNotices, addPointsNotice } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { findCredited } from "../credit.queries.server";
import { creditEarning, creditEarnings } from "../credit.server";
import { findUsersOf } from "../inbox/people.queries.server";
import { type Person, PLATFORMS, type PlatformId } from "../inbox/platform-event";
import { type EarningRules, isIgnored, rulesOn, type Tier } from "../rules/rules";
import { earningOf } from "../rules/sources";
import { turnsIn } from "./turns";
import {
	addWaiting,
	advanceTurn,
	findClaimed,
	findCreditedWaiting,
	findHandled,
	findOpenTurn,
	findWaiting,
	insertTurn,
	setCredited,
	type TurnRow,
	type WaitingRow,
} from "./watch.queries.server";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
	now: () => Date;
	log: Pick<Log, "info">;
	/** The rules that applied at an instant. */
	rulesAt(at: Date): EarningRules;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
	/** Called when there is a turn to handle. */
	wake(): void;
}

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
/** ms between two slices, so that other writes run in between. */
const PAUSE_MS = 20;

/** A person of a stored turn: the id on the platform, and the points by the rules of the turn. */
type Paid = [personId: string, points: number];

/**
 * Pays for watching. A turn is stored whole and then handled in slices, each with its progress in one transaction, so that
 * everybody is paid once, also after interruptions. Points of people who have never signed in wait for them.
 */
export function createWatch(tools: Tools, { sliceSize = SLICE } = {}) {
	const { db, log } = tools;
	/** The people of the turn that is handled now. */
	let parsed: { key: string; people: Paid[] } | undefined;

	/** Credits a slice of what is due. @returns ms until there may be more, as a step of a worker. */
	async function handleDue(): Promise<number> {
		const claimed = await findClaimed(db, sliceSize);
		for (const { id } of claimed) await creditClaimed(id);
		const turn = await findOpenTurn(db);
		if (!turn) return claimed.length > 0 ? PAUSE_MS : Number.POSITIVE_INFINITY;
		const people = peopleOf(turn);
		const paid = await transact(db, (trx) => handleSlice(trx, turn, people, { ...tools, sliceSize }));
		for (const userId of paid) tools.announceBalance(userId);
		return PAUSE_MS;
	}

	function peopleOf({ platform, stream_id, turn, people }: TurnRow): Paid[] {
		const key = `${platform}:${stream_id}:${turn}`;
		if (parsed?.key !== key) parsed = { key, people: JSON.parse(people ?? "[]") as Paid[] };
		return parsed.people;
	}

	async function creditClaimed(id: number) {
		const credit = await transact(db, (trx) => creditWaiting(trx, id, tools));
		if (!credit) return;
		tools.announceBalance(credit.userId);
		tools.announceNotices(credit.userId, credit.added);
	}

	return {
		/**
		 * Stores a turn once, with the points of each watcher by the rules of its time; it is paid in the background.
		 * @returns whether it is new.
		 */
		async addTurn({ platform, streamId, turn, at }: Turn, watchers: readonly Watcher[]): Promise<boolean> {
			const rules = rulesOn(platform, tools.rulesAt(at));
			const paid = watchers
				.filter(({ name }) => !isIgnored(rules, name))
				.map(({ id, isActive, tier }): Paid => [id, earningOf({ kind: "watch", isActive, tier }, rules, at)])
				.filter(([, points]) => points > 0);
			// A list that changes while its pages are read may contain a person twice.
			const people = paid.length > 0 ? JSON.stringify([...new Map(paid)]) : null;
			const row = {
				platform,
				stream_id: streamId,
				turn,
				at: at.toISOString(),
				handled: 0,
				points: 0,
				people,
			};
			const isNew = await transact(db, (trx) => insertTurn(trx, row));
			if (isNew) log.info({ event: "watch-turn", platform, streamId, turn, watchers: watchers.length });
			tools.wake();
			return isNew;
		},
		handleDue,
	};
}

/** Handles the next slice of a turn. @returns the users who were paid. */
async function handleSlice(
	trx: Trx,
	turn: TurnRow,
	people: readonly Paid[],
	{ config, now, rulesAt, sliceSize }: Tools & { sliceSize: number },
): Promise<Iterable<string>> {
	const handled = await findHandled(trx, turn);
	if (handled === undefined) return [];
	const slice = people.slice(handled, handled + sliceSize);
	const { platform, stream_id } = turn;
	const at = new Date(turn.at);
	const day = dateIn(config.SITE_TIMEZONE, at);
	const users = await findUsersOf(
		trx,
		platform,
		slice.map(([personId]) => personId),
	);
	const strangers = slice.flatMap(([personId, points]) => (users.has(personId) ? [] : { personId, points }));
	const waiting = { platform, stream_id, turn: turn.turn, day, people: strangers };
	if (strangers.length > 0) await addWaiting(trx, waiting);
	// Two accounts of the platform may belong to one user, who is paid once.
	const owed = new Map(
		slice.flatMap(([personId, points]) => {
			const userId = users.get(personId);
			return userId === undefined ? [] : [[userId, points] as const];
		}),
	);
	const reason = reasonOf(platform);
	const earnings = [...owed].map(([userId, points]) => ({
		userId,
		points,
		reason,
		reference: referenceOf(stream_id, turn.turn, userId),
		at: now(),
	}));
	const paid = await findPaid(trx, turn, [turn.turn], [...owed.keys()]);
	const credited = await creditEarnings(
		trx,
		{ day, ceiling: rulesAt(at).ceiling },
		earnings.filter(({ reference }) => !paid.has(reference)),
	);
	const isLast = handled + slice.length >= people.length;
	const points = [...credited.values()].reduce((sum, one) => sum + one, 0);
	await advanceTurn(trx, turn, { count: slice.length, points, isLast });
	return credited.keys();
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

/**
 * Credits points that waited, except those of turns that the user has already been paid for.
 * @returns undefined if they have been credited, or nothing was left to credit.
 */
async function creditWaiting(
	trx: Trx,
	id: number,
	{ config, now, rulesAt }: Tools,
): Promise<{ userId: string; added: NoticeContent | undefined } | undefined> {
	const row = await findWaiting(trx, id);
	if (!row?.user_id || row.credited !== null) return undefined;
	const { user_id: userId, day } = row;
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
	if (points === 0) return undefined;
	const platform = PLATFORMS[row.platform as PlatformId];
	const content = { kind: "points-waited", data: { points, platform } } as const;
	const isNew = await addPointsNotice(trx, { ...content, userId, reference: row.platform }, now());
	return { userId, added: isNew ? content : undefined };
}
