import type { SubscriptionState } from "../inbox/platform-event";
import type { PlatformFault } from "../platform-client.server";

/**
 * Why viewers of a connected channel earn less than the rules say. `refused`: the platform refuses subscriptions; `limited`: it
 * allows no further ones; `unreachable`: nothing arrives; `pending`: it cannot confirm the address of the webhook; `ended`: it has
 * ended subscriptions.
 */
export interface Trouble {
	cause: "refused" | "limited" | "unreachable" | "pending" | "ended";
	/** Whether no subscription is active. */
	isTotal: boolean;
	/** The platform's own words; empty without any. */
	reason: string;
}

/** States of an active subscription. `exists`: it was created before it could be listed. */
const ACTIVE = new Set(["enabled", "exists"]);
/** Twitch's state of a subscription until its challenge is answered. */
export const PENDING = "webhook_callback_verification_pending";
/** The state of a subscription that the platform has refused. */
export const REFUSED = "refused";

const CAUSE_OF: Record<PlatformFault, Trouble["cause"]> = {
	unauthorised: "refused",
	refused: "refused",
	busy: "limited",
	unreachable: "unreachable",
};

interface Subscribed {
	subscriptions: readonly SubscriptionState[];
	/** Why the last attempt to subscribe failed; undefined after a successful one. */
	failure: { kind: PlatformFault; reason: string } | undefined;
	/** Whether messages arrive by a socket. Subscriptions of a webhook outlast a failure of the platform's API. */
	isSocket: boolean;
	/** Whether a socket has repeatedly been lost before it was subscribed. */
	isSocketFailing: boolean;
	/** Whether the platform has had the time to confirm the address of the webhook. */
	isConfirmationDue: boolean;
}

/** @returns undefined if all subscriptions are active, or nothing is known yet. */
export function troubleOf({
	subscriptions,
	failure,
	isSocket,
	isSocketFailing,
	isConfirmationDue,
}: Subscribed): Trouble | undefined {
	const inactive = subscriptions.filter(
		({ status }) => !ACTIVE.has(status) && (status !== PENDING || isConfirmationDue),
	);
	const isUnknown = failure?.kind === "unreachable" && !isSocket;
	if (subscriptions.length === 0 && failure && !isUnknown)
		return { cause: CAUSE_OF[failure.kind], isTotal: true, reason: failure.reason };
	if (isSocketFailing) return { cause: "unreachable", isTotal: true, reason: "" };
	const [first] = inactive;
	if (!first) return undefined;
	const { status, reason } = first;
	return {
		cause: status === REFUSED ? "refused" : status === PENDING ? "pending" : "ended",
		isTotal: inactive.length === subscriptions.length,
		reason: reason ?? (status === PENDING ? "" : status),
	};
}
