import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import type { Outlet } from "~/announcements/announce.server";
import { defineJob, type Job } from "~/jobs/job";
import { addJob, addJobs } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import type { Notice } from "../notices";
import type { PushContent } from "./delivery.server";
import {
	deleteDeadSubscription,
	findOrderRecipients,
	findRecipient,
	findRecipientsAfter,
	type StartChoice,
} from "./push.queries.server";

/** Later a hunt or stream is well under way; this bounds the time that slow push services can take. */
const START_MS = 10 * 60_000;
/** Devices whose jobs are stored in one transaction. */
const DEVICES_AT_ONCE = 500;

/** A message to a device, which is not sent to another viewer who has signed in there since. */
interface Push {
	device: string;
	userId: string;
	content: PushContent;
	/** ISO 8601; not sent later. */
	until?: string | undefined;
}

/** A push service that is busy or does not answer gets two further attempts. The list of notifications is complete without them. */
const definePush = (kind: string) =>
	defineJob({
		kind,
		body: z.custom<Push>(),
		waits: [5000, 60_000],
		afterLast: "dropped",
		concurrent: 8,
		async send(
			{ db, push }: Pick<Site, "db" | "push">,
			{ device, userId, content, until }: Push,
			{ at, isLast, signal },
		) {
			const recipient = await findRecipient(db, device, userId);
			if (!recipient || (until !== undefined && until < at.toISOString())) return undefined;
			const outcome = await push.deliver(recipient, content, signal);
			if (outcome === "sent") {
				push.failures.sent(device);
				return undefined;
			}
			const isFailing = outcome !== "gone" && (isLast || outcome.isFinal);
			if (outcome === "gone" || (isFailing && push.failures.failed(device)))
				await transact(db, (trx) => deleteDeadSubscription(trx, device));
			return outcome === "gone" ? undefined : outcome;
		},
	});

/** A decision on an order, to a device of its viewer. */
export const orderPush = definePush("push-order");
/** A start, to a device. Messages to single viewers do not wait for those to all. */
export const startPush = definePush("push-hunt");

/** The start of a hunt or of the stream. */
interface Start {
	reference: string;
	to: StartChoice;
	content: PushContent;
	until: string;
	/** The last device that has a job. */
	after: string;
}

/** Stores the jobs for a start, for some devices at a time. */
export const startPushes: Job<Pick<Site, "wakeJobs">, Start> = defineJob({
	kind: "hunt-start",
	body: z.custom<Start>(),
	afterLast: "dropped",
	async act(site: Pick<Site, "wakeJobs">, trx, start: Start, { at }) {
		const { reference, to, content, until, after } = start;
		const devices = await findRecipientsAfter(trx, to, after, DEVICES_AT_ONCE);
		const pushes = devices.map(({ id, user_id }) => ({
			...{ reference: `${reference}:${id}`, key: id },
			body: { device: id, userId: user_id, content, until },
		}));
		await addJobs(trx, startPush, pushes, at);
		const last = devices.length === DEVICES_AT_ONCE ? devices.at(-1) : undefined;
		if (last) await addStart(trx, { ...start, after: last.id }, at);
		return { after: () => site.wakeJobs(startPush) };
	},
});

const addStart = (trx: Trx, body: Start, at: Date) =>
	addJob(trx, startPushes, {
		...{ reference: `${body.reference}:${body.after}`, key: body.reference, body, at },
	});

const untilOf = (at: Date) => new Date(at.getTime() + START_MS).toISOString();

/** Tells everybody who wants to know about the start of a hunt. Call it in its transaction, and wake {@link startPushes} afterwards. */
export const pushHuntStart = (
	trx: Trx,
	{ id, title }: { id: string; title: string },
	at: Date,
): Promise<void> =>
	addStart(
		trx,
		{
			...{ reference: id, to: "wants_hunts", content: { kind: "hunt-started", data: { title } } },
			...{ until: untilOf(at), after: "" },
		},
		at,
	);

/** Notifies the viewers who want to know that the stream has started. */
export const pushStreamStart: Outlet<unknown> = {
	adds: startPushes,
	wants: (_site, { type }) => type === "stream.started",
	async pass(_site, trx, { reference, at }) {
		const start = { reference, to: "wants_streams", content: { kind: "stream-started" } } as const;
		await addStart(trx, { ...start, until: untilOf(new Date(at)), after: "" }, new Date(at));
	},
};

/** Sends a decision on an order to the viewer's devices that want it; other notices are not sent. */
export async function pushNotice(trx: Trx, notice: Notice, at: Date): Promise<void> {
	if (notice.kind !== "order-approved" && notice.kind !== "order-cancelled") return;
	const { userId, kind, reference, data } = notice;
	// The note of the admin is not sent.
	const content = { kind, data: { ...data, note: null } } as PushContent;
	const pushes = (await findOrderRecipients(trx, userId)).map(({ id }) => ({
		...{ reference: `${kind}:${reference}:${id}`, key: id, body: { device: id, userId, content } },
	}));
	await addJobs(trx, orderPush, pushes, at);
}
