import type { Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { defineJob, type Job } from "~/jobs/job";
import { addJob, addJobs } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import type { Notice } from "../notices";
import type { PushContent } from "./delivery.server";
import {
	deleteDeadSubscription,
	findHuntRecipientsAfter,
	findOrderRecipients,
	findRecipient,
} from "./push.queries.server";

/** Later a hunt is well under way; this bounds the time that slow push services can take. */
const HUNT_MS = 10 * 60_000;
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
/** The start of a hunt, to a device. Messages to single viewers do not wait for those to all. */
export const huntPush = definePush("push-hunt");

interface HuntStart {
	huntId: string;
	title: string;
	until: string;
	/** The last device that has a job. */
	after: string;
}

/** Stores the jobs for the start of a hunt, for some devices at a time. */
export const huntStart: Job<Pick<Site, "wakeJobs">, HuntStart> = defineJob({
	kind: "hunt-start",
	body: z.custom<HuntStart>(),
	afterLast: "dropped",
	async act(site: Pick<Site, "wakeJobs">, trx, { huntId, title, until, after }: HuntStart, { at }) {
		const devices = await findHuntRecipientsAfter(trx, after, DEVICES_AT_ONCE);
		const content = { kind: "hunt-started", data: { title } } as const;
		const pushes = devices.map(({ id, user_id }) => ({
			...{ reference: `${huntId}:${id}`, key: id },
			body: { device: id, userId: user_id, content, until },
		}));
		await addJobs(trx, huntPush, pushes, at);
		const last = devices.length === DEVICES_AT_ONCE ? devices.at(-1) : undefined;
		if (last) await addHuntStart(trx, { huntId, title, until, after: last.id }, at);
		return { after: () => site.wakeJobs(huntPush) };
	},
});

const addHuntStart = (trx: Trx, body: HuntStart, at: Date) =>
	addJob(trx, huntStart, { reference: `${body.huntId}:${body.after}`, key: body.huntId, body, at });

/** Tells everybody who wants to know about the start of a hunt. Call it in its transaction, and wake {@link huntStart} afterwards. */
export const pushHuntStart = (trx: Trx, hunt: { id: string; title: string }, at: Date): Promise<void> =>
	addHuntStart(
		trx,
		{
			...{ huntId: hunt.id, title: hunt.title, after: "" },
			until: new Date(at.getTime() + HUNT_MS).toISOString(),
		},
		at,
	);

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
