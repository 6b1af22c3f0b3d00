import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { accountKey, findUserOf } from "~/account/platform-people.queries.server";
import { defineJob } from "~/jobs/job";
import { reviveJobs } from "~/jobs/jobs.queries.server";
import { addJobs } from "~/jobs/jobs.server";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { addPointsNotice } from "~/notifications/notices.server";
import { findCredited } from "../credit.queries.server";
import { creditEarning } from "../credit.server";
import { type EarningRules, holdMsOf, isIgnored, rulesOn } from "../rules/rules";
import { earningOf, streamEventIn } from "../rules/sources";
import {
	EVENT_JOB,
	type EventRow,
	findEvent,
	hasSameEvent,
	insertEvent,
	isPayable,
	updateEvent,
} from "./events.queries.server";
import type { ForgottenEvents } from "./forgotten.server";
import { PLATFORMS, type PlatformEvent, type PlatformId } from "./platform-event";

export type EarningSite = Pick<
	Site,
	"db" | "config" | "now" | "log" | "rulesAt" | "announceBalance" | "announceNotices" | "wakeJobs"
>;

declare module "~/lib/site" {
	interface Site {
		/** The rules of earning that applied at an instant. */
		rulesAt(at: Date): EarningRules;
		/** Events that an erasure has forgotten. */
		forgotten: ForgottenEvents;
	}
}

/**
 * Handles a stored event: it is credited by the rules of its time, waits for the person's first sign-in, or is ignored. Events of
 * different people are started together: they may share a commit.
 */
export const platformEvent = defineJob({
	kind: EVENT_JOB,
	body: z.object({ eventId: z.number() }),
	concurrent: 32,
	async act(site: EarningSite, trx, { eventId }) {
		const userId = await handleEvent(trx, eventId, site);
		return userId === undefined ? undefined : { after: () => announceCredit(site, userId) };
	},
});

/** Stores the jobs of events of one person. @param dueAt by default `at`. */
export const addEventJobs = (
	trx: Trx,
	{ platform, person_id }: Pick<EventRow, "platform" | "person_id">,
	eventIds: readonly number[],
	at: Date,
	dueAt = at,
): Promise<void> =>
	addJobs(
		trx,
		platformEvent,
		eventIds.map((eventId) => ({
			...{ reference: String(eventId), key: accountKey(platform, person_id), body: { eventId }, dueAt },
		})),
		at,
	);

/** Makes the events that could not be handled due again. */
export async function retryEvents({
	db,
	now,
	adminCountsChanged,
	wakeJobs,
}: Pick<Site, "db" | "now" | "adminCountsChanged" | "wakeJobs">): Promise<void> {
	await transact(db, (trx) => reviveJobs(trx, EVENT_JOB, now().toISOString()));
	adminCountsChanged();
	wakeJobs(platformEvent);
}

/** Tells a viewer about points that were credited. */
export function announceCredit(
	site: Pick<Site, "announceBalance" | "announceNotices">,
	userId: string,
): void {
	site.announceBalance(userId);
	site.announceNotices(userId);
}

/**
 * Stores an event unless it is already stored or was forgotten by an erasure; it is handled in the background.
 * @returns whether it is new.
 */
export async function receiveEvent(
	site: Pick<Site, "db" | "now" | "rulesAt" | "forgotten" | "wakeJobs">,
	event: PlatformEvent,
): Promise<boolean> {
	const isNew = await transact(site.db, (trx) => storeEvent(trx, event, site.now(), site));
	if (isNew) site.wakeJobs(platformEvent);
	return isNew;
}

/** Maximum length of the kind of an event. */
const MAX_KIND = 100;

/**
 * Stores an event once, also if it arrives in several messages. An event that its platform announces before it is certain is
 * held for a time; another announcement within this time is kept, but is not paid unless an admin releases it.
 * @returns whether it is new.
 */
async function storeEvent(
	trx: Trx,
	event: PlatformEvent,
	at: Date,
	{ forgotten, rulesAt }: Pick<Site, "forgotten" | "rulesAt">,
): Promise<boolean> {
	const { platform, messageId, key, sameWithinMs = 0, person, facts = {} } = event;
	const kind = event.kind.slice(0, MAX_KIND);
	const instant = (ms: number) => new Date(ms).toISOString();
	const happenedAt = notAfter(at, event.happenedAt);
	const holdMs = person ? holdMsOf(platform, kind, rulesAt(happenedAt)) : 0;
	// The parts of one announcement have the same time, by the platform's clock.
	const time = (holdMs > 0 ? event.happenedAt : happenedAt).getTime();
	const within = (ms: number) => [instant(time - ms), instant(time + ms)] as const;
	const row = {
		platform,
		kind,
		person_id: person?.id ?? "",
		person_name: person?.name ?? "",
		key: key ?? `message:${messageId}`,
		facts: JSON.stringify(facts),
		happened_at: instant(time),
		received_at: at.toISOString(),
	};
	if (await forgotten.has(trx, row)) return false;
	if (sameWithinMs > 0 && (await hasSameEvent(trx, row, within(sameWithinMs)))) return false;
	const isRepeated = holdMs > 0 && (await hasSameEvent(trx, row, within(holdMs), { onlyOthers: true }));
	const held = holdMs > 0 && !isRepeated ? new Date(at.getTime() + holdMs) : undefined;
	const state = isRepeated ? "repeated" : held ? "held" : "due";
	const eventId = await insertEvent(trx, { ...row, state, held_until: held?.toISOString() ?? null });
	if (eventId === undefined) return false;
	if (!isRepeated) await addEventJobs(trx, row, [eventId], at, held);
	return true;
}

/** When something happened. A platform's clock may be ahead: the time of receipt is the latest possible one. */
const notAfter = (receivedAt: Date, announcedAt: Date): Date =>
	announcedAt < receivedAt ? announcedAt : receivedAt;

/** @returns the user who was credited. */
async function handleEvent(
	trx: Trx,
	id: number,
	{ config, now, rulesAt }: EarningSite,
): Promise<string | undefined> {
	const row = await findEvent(trx, id);
	if (!row || !isPayable(row)) return undefined;
	const happenedAt = notAfter(new Date(row.received_at), new Date(row.happened_at));
	const rules = rulesAt(happenedAt);
	const finish = (state: string, credited: { user_id?: string; points?: number } = {}) =>
		updateEvent(trx, id, { state, held_until: null, ...credited });
	// The event of an anonymous person is credited to nobody, and its kind may be unknown.
	const event = row.person_id === "" ? undefined : streamEventIn(row.kind, JSON.parse(row.facts));
	if (!event || isIgnored(rules, row.person_name)) {
		await finish("ignored");
		return undefined;
	}
	const user = await findUserOf(trx, row.platform, row.person_id);
	if (!user) {
		await finish("waiting");
		return undefined;
	}
	const userId = user.user_id;
	const day = dateIn(config.SITE_TIMEZONE, happenedAt);
	const reason = reasonOf(row);
	const reference = `${userId}:${row.key}`;
	// Two accounts of the platform may belong to one user, who follows once.
	if ((await findCredited(trx, reason, [reference])).size > 0) {
		await finish("ignored");
		return undefined;
	}
	const points = await creditEarning(trx, {
		userId,
		points: earningOf(event, rulesOn(row.platform as PlatformId, rules), happenedAt),
		reason,
		reference,
		at: now(),
		day,
		ceiling: rules.ceiling,
	});
	await finish("handled", { user_id: userId, points });
	if (points === 0) return undefined;
	const platform = PLATFORMS[row.platform as PlatformId];
	const hasWaited = row.received_at < user.linked_at;
	const content = {
		kind: hasWaited ? "points-waited" : "stream-points",
		data: { points, platform },
	} as const;
	const group = hasWaited ? row.platform : `${day}:${row.platform}`;
	await addPointsNotice(trx, { ...content, userId, reference: group }, now());
	return userId;
}

const reasonOf = ({ kind, platform }: EventRow) =>
	`stream-${kind}:${PLATFORMS[platform as PlatformId]}` as const;
