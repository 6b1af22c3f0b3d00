import { ECDH } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { webAddressIn } from "~/lib/web-address";
import type { SubscribeInput } from "../notices.schema";
import { deviceIdOf, MAX_DEVICES } from "./push";
import {
	deleteOldestSubscriptions,
	deleteSubscription,
	deleteSubscriptionsOfSession,
	findDevices,
	findOwnSubscriptions,
	saveSubscription,
} from "./push.queries.server";

interface Subscriber {
	id: string;
	sessionId: string;
}

/** Whether the text is a point of the curve P-256. Messages cannot be encrypted for any other. */
function isPublicKey(text: string): boolean {
	try {
		return ECDH.convertKey(text, "prime256v1", "base64url").length > 0;
	} catch {
		return false;
	}
}

/**
 * Subscribes a browser of the viewer to push messages in a language, or changes what it gets. A viewer has at most
 * {@link MAX_DEVICES}; the oldest is removed. A browser that wants nothing is unsubscribed. Sends nothing: the address
 * filter applies when a message is sent.
 * @throws {DomainError} `pushInvalid` for an endpoint that is no https URL on port 443, or an invalid key.
 */
export async function subscribe(
	{ db, now, config }: Pick<Site, "db" | "now" | "config">,
	viewer: Subscriber,
	{ endpoint, p256dh, auth, orders, hunts, streams }: SubscribeInput,
	language: Language,
): Promise<void> {
	const address = webAddressIn(endpoint);
	const isAllowed =
		(address?.protocol === "https:" && address.port === "") || address?.origin === config.TEST_ORIGIN;
	if (!address || !isAllowed || !isPublicKey(p256dh)) throw new DomainError("pushInvalid");
	const id = await deviceIdOf(address.href);
	if (!orders && !hunts && !streams) return unsubscribe(db, viewer, id);
	await transact(db, async (trx) => {
		await saveSubscription(trx, {
			id,
			user_id: viewer.id,
			session_id: viewer.sessionId,
			endpoint: address.href,
			p256dh,
			auth,
			language,
			wants_orders: orders ? 1 : 0,
			wants_hunts: hunts ? 1 : 0,
			wants_streams: streams ? 1 : 0,
			created_at: now().toISOString(),
		});
		await deleteOldestSubscriptions(trx, viewer.id, MAX_DEVICES);
	});
}

/** Ends the push messages of one of the viewer's browsers. */
export const unsubscribe = (db: Db, viewer: Subscriber, device: string): Promise<void> =>
	transact(db, (trx) => deleteSubscription(trx, viewer.id, device));

/** Ends the push messages of the session that the viewer is about to end, and of earlier sessions. */
export const unsubscribeSession = (db: Db, viewer: Subscriber): Promise<void> =>
	transact(db, (trx) => deleteSubscriptionsOfSession(trx, viewer.id, viewer.sessionId));

export type Device = Awaited<ReturnType<typeof readDevices>>[number];

/** Reads the viewer's browsers that get push messages, newest first, with formatted days. */
export async function readDevices(
	{ db, config }: Pick<Site, "db" | "config">,
	viewer: Subscriber,
	language: Language,
) {
	return (await findDevices(db, viewer.id)).map((row) => ({
		id: row.id,
		wantsOrders: row.wants_orders === 1,
		wantsHunts: row.wants_hunts === 1,
		wantsStreams: row.wants_streams === 1,
		since: formatDay(new Date(row.created_at), language, config.SITE_TIMEZONE),
		// False if it was subscribed in an earlier session, so that signing out would not end it, or in another language.
		isCurrent: row.session_id === viewer.sessionId && row.language === language,
	}));
}

/** Returns a user's devices for the export of personal data. */
export const readOwnDevices = async (db: Db, userId: string) => ({
	pushDevices: await findOwnSubscriptions(db, userId),
});
