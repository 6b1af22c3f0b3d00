import type { Trx } from "db/database";
import type { Bus } from "db/engine";
import { transact } from "db/transact";
import { announce } from "~/announcements/announce.server";
import { addSlots } from "~/bonus-hunt/model/bonuses.server";
import { changeHunt, type HuntSite, openHunt } from "~/bonus-hunt/model/change-hunt.server";
import { recordChange } from "~/change-log/admin-changes.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { addNotices } from "~/notifications/notices.server";
import { post, postMany } from "~/points/ledger/ledger.server";
import { findRecord, findRecords } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";
import { findBuyer } from "~/store/redeem/redeem.queries.server";
import {
	findRequest,
	findWaiting,
	hasWithdrawn,
	insertRequest,
	type SlotRequest,
	updateRequest,
} from "./requests.queries.server";
import { slotsNamed } from "./slot-match";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the queue of slot requests; to be called after a commit that changed it. */
		requestsChanged(): void;
		/** Starts {@link refundUnplayable}. */
		refundRequests(): void;
	}
}

declare module "~/live/topics" {
	interface Topics {
		/** The ids of the waiting requests. */
		requests: { changed: readonly number[] };
	}
}

/** Opens the topic of the queue: see {@link openFrames}. */
export const openRequestsTopic = (site: Pick<Site, "db" | "hub" | "clock" | "log"> & { bus: Bus }) =>
	openFrames(site, "requests", "changed", async () => (await findWaiting(site.db)).map(({ id }) => id));

type RequestSite = Pick<
	Site,
	"db" | "now" | "config" | "announceBalance" | "announceRestriction" | "requestsChanged"
>;

/** The services of a decision, which its viewer is told. */
type DecisionSite = RequestSite & Pick<Site, "announceNotices">;

/** A request that was added. `place` is that in the queue, from 1. */
export type AddedRequest = Awaited<ReturnType<typeof addRequest>>;

/** `price` is that which the viewer has seen. */
type RequestForm = { idempotencyKey: string; slotId: string; price: number };

/**
 * Asks for the slot that a viewer has named in the chat, for the current price, once for each user and instant.
 * @param request.at when the message was written. It decides nothing else.
 * @throws {DomainError} `requestSlotUnknown`; `requestSlotAmbiguous` with `names`; and as {@link askForSlot}.
 */
export async function requestSlot(
	site: RequestSite,
	{ userId, text, at }: { userId: string; text: string; at: Date },
): Promise<AddedRequest> {
	if (!site.config.SLOT_REQUESTS) throw new DomainError("requestsOff");
	const [slot, ...others] = slotsNamed(text, await findRecords(site.db, slots));
	if (!slot) throw new DomainError("requestSlotUnknown");
	const names = [slot, ...others.slice(0, 2)].map(({ name }) => name).join(", ");
	if (others.length > 0) throw new DomainError("requestSlotAmbiguous", { names });
	return askForSlot(site, userId, {
		...{ idempotencyKey: `chat:${at.toISOString()}`, slotId: slot.id },
		price: site.config.SLOT_REQUEST_PRICE,
	});
}

/**
 * Asks for a slot of the catalogue: takes the points, which count in the viewer's limits, and adds the request behind the others,
 * once for each idempotency key.
 * @throws {DomainError} `requestsOff`, `requestPriceChanged`, `requestSlotUnknown`, `requestSlotWaits` if it is in the queue,
 * `requestsTooMany` with `count`, `requestsFull`, `insufficientPoints`, `paused`, and as {@link admitStake}. Nothing is stored then.
 */
export async function askForSlot(
	site: RequestSite,
	userId: string,
	{ idempotencyKey, slotId, price }: RequestForm,
): Promise<AddedRequest> {
	const input = { slotId, price };
	const once = { userId, idempotencyKey, action: "requests.add", input };
	const added = await withIdempotencyKey(site.db, once, site.now(), (trx) =>
		addRequest(trx, site, userId, input),
	);
	publish(site, [userId]);
	return added;
}

/** How long the requests of a viewer who has withdrawn one are not announced. */
const QUIET_MS = 10 * 60_000;

async function addRequest(
	trx: Trx,
	{ now, config }: Pick<Site, "now" | "config">,
	userId: string,
	{ slotId, price }: Omit<RequestForm, "idempotencyKey">,
) {
	if (!config.SLOT_REQUESTS) throw new DomainError("requestsOff");
	if (price !== config.SLOT_REQUEST_PRICE) throw new DomainError("requestPriceChanged");
	const slot = await findRecord(trx, slots, slotId);
	if (!slot || !(await findBuyer(trx, userId))) throw new DomainError("requestSlotUnknown");
	const waiting = await findWaiting(trx);
	if (waiting.some(({ slot_id }) => slot_id === slotId)) throw new DomainError("requestSlotWaits");
	const most = config.SLOT_REQUESTS_PER_VIEWER;
	if (waiting.filter(({ user_id }) => user_id === userId).length >= most)
		throw new DomainError("requestsTooMany", { count: most });
	if (waiting.length >= config.SLOT_REQUESTS_WAITING) throw new DomainError("requestsFull");
	const at = now();
	await admitStake(trx, { userId, stake: price, maxBet: undefined, at, timeZone: config.SITE_TIMEZONE });
	const row = { user_id: userId, slot_id: slotId, slot_name: slot.name, price, created_at: at.toISOString() };
	const id = await insertRequest(trx, { ...row, state: "waiting" });
	const reference = String(id);
	await post(trx, { userId, delta: -price, reason: "slot-request-stake", reference, actor: userId, at });
	const data = { userId, requestId: reference, slotId };
	// Asking again after a withdrawal costs nothing, and would flood overlays and bots.
	if (!(await hasWithdrawn(trx, userId, new Date(at.getTime() - QUIET_MS).toISOString())))
		await announce(trx, { type: "slot.requested", reference, data, at: at.toISOString() });
	return { requestId: reference, slotName: slot.name, price, place: waiting.length + 1 };
}

function publish(site: Omit<RequestSite, "db" | "now" | "config">, userIds: readonly string[]) {
	for (const userId of userIds) {
		site.announceBalance(userId);
		site.announceRestriction(userId);
	}
	site.requestsChanged();
}

type End = Exclude<SlotRequest["state"], "waiting">;

/** The ends that keep the points. */
const PAID: readonly End[] = ["played", "hunt"];

/**
 * Ends a request, and refunds it unless it is played.
 * @returns the request as it was; undefined if the same person has ended it so before.
 * @throws {DomainError} `requestGone`, `requestDecided` if it has ended otherwise, `requestOwn` for a decision about one's own.
 */
async function endRequest(trx: Trx, id: number, state: End, actor: string, at: Date) {
	const request = await findRequest(trx, id);
	const isOwn = request?.user_id === actor;
	if (!request || (state === "withdrawn" && !isOwn)) throw new DomainError("requestGone");
	if (state !== "withdrawn" && isOwn) throw new DomainError("requestOwn");
	if (request.state === state && request.decided_by === actor) return undefined;
	if (request.state !== "waiting") throw new DomainError("requestDecided");
	await endAll(trx, [request], state, actor, at);
	return request;
}

async function endAll(trx: Trx, requests: readonly SlotRequest[], state: End, actor: string, at: Date) {
	for (const { id } of requests)
		await updateRequest(trx, id, { state, decided_by: actor, decided_at: at.toISOString() });
	if (requests.length === 0) return;
	const kind = state === "played" || state === "hunt" ? (`request-${state}` as const) : "request-refunded";
	const notices = requests.map(({ id, user_id: userId, slot_name: slot, price: points }) => ({
		...{ userId, kind: kind as typeof kind, reference: String(id), data: { slot, points } },
	}));
	// A viewer who withdraws knows.
	if (state !== "withdrawn") await addNotices(trx, notices, { at, by: actor });
	if (PAID.includes(state)) return;
	const refunds = requests.map(({ id, user_id: userId, price }) => ({
		...{ userId, delta: price, reason: "slot-request-refund" as const, reference: String(id), actor, at },
	}));
	await postMany(trx, refunds);
}

/** Withdraws a viewer's own request while it waits, and refunds it. Does nothing if that is done. @throws as {@link endRequest} */
export async function withdrawRequest(site: RequestSite, userId: string, requestId: number): Promise<void> {
	await transact(site.db, (trx) => endRequest(trx, requestId, "withdrawn", userId, site.now()));
	publish(site, [userId]);
}

/** Plays a request or skips it with a refund, as staff, and writes the change log. @throws as {@link endRequest} */
export async function decideRequest(
	site: DecisionSite & Pick<Site, "log">,
	staffId: string,
	{ intent, requestId }: { intent: "played" | "skipped"; requestId: number },
): Promise<void> {
	let owner = "";
	await writeChange(site, staffId, {
		write: async (trx, at) => {
			const request = await endRequest(trx, requestId, intent, staffId, at);
			owner = request?.user_id ?? "";
			return request && logged(request, intent);
		},
		published: () => {
			site.log.info({ event: "slot-request-decided", decision: intent, requestId, staffId });
			publish(site, [owner]);
			site.announceNotices(owner);
		},
	});
}

/** The change-log entry of a decision. */
const logged = ({ id, slot_name, price }: SlotRequest, decision: End) => ({
	action: `request.${decision}`,
	...{ subject: String(id), subjectName: slot_name, after: { points: price } },
});

/**
 * Adds the slot of a request behind those of the open hunt, in one transaction with the end of the request, whose points are kept.
 * When the slot is removed from the hunt before it is opened, also by undoing the step, the request waits again: see `storeHunt`.
 * @param taken.bet cents.
 * @throws {DomainError} `huntOver`, `huntFull`, and as {@link endRequest}.
 */
export async function takeIntoHunt(
	site: HuntSite & Pick<Site, "announceNotices">,
	staffId: string,
	{ requestId, bet }: { requestId: number; bet: number },
): Promise<void> {
	let owner: string | undefined;
	await changeHunt(site, staffId, {
		kind: "add-slot",
		find: openHunt(),
		async change(state, at, trx) {
			const request = await endRequest(trx, requestId, "hunt", staffId, new Date(at));
			owner = request?.user_id;
			if (!request) return undefined;
			await recordChange(trx, { ...logged(request, "hunt"), actor: staffId, at: new Date(at) });
			const slot = { name: request.slot_name, provider: "", image: "", preNote: "", bet };
			const added = await addSlots(trx, state, at, [slot]);
			await updateRequest(trx, requestId, { hunt_slot_id: added.subject });
			return added;
		},
	});
	if (owner) site.announceNotices(owner);
}

/** Refunds the requests that nobody can play: all while requests are off, and those for deleted slots. */
export async function refundUnplayable(site: DecisionSite): Promise<void> {
	const userIds = await transact(site.db, async (trx) => {
		const waiting = await findWaiting(trx);
		const known = site.config.SLOT_REQUESTS && waiting.length > 0 ? await findRecords(trx, slots) : [];
		const lost = waiting.filter(({ slot_id }) => !known.some(({ id }) => id === slot_id));
		await endAll(trx, lost, "refunded", "system", site.now());
		return lost.map(({ user_id }) => user_id);
	});
	if (userIds.length > 0) publish(site, userIds);
	for (const userId of new Set(userIds)) site.announceNotices(userId);
}
