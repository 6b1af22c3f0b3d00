import { createHmac } from "node:crypto";
import type { Trx } from "db/database";
import type { EventIdentity } from "~/account/erasure.server";
import { KICK_REPEATED_MS } from "../kick/signature.server";
import { TWITCH_REPEATED_MS } from "../twitch/webhook.server";
import { hasForgotten, saveForgotten } from "./forgotten.queries.server";
import type { PlatformId } from "./platform-event";

const REPEATED_MS: Record<PlatformId, number> = { twitch: TWITCH_REPEATED_MS, kick: KICK_REPEATED_MS };
/** Maximum rows per statement. */
const AT_ONCE = 500;

/**
 * Records which events an erasure has forgotten, as long as the platform's messages about them are accepted: otherwise a
 * replayed message would be stored and paid again. Ids of accounts are easy to guess, so the stored hashes are keyed.
 * @param key the site's key.
 */
export function createForgottenEvents(key: string, now: () => Date) {
	const hashOf = ({ platform, person_id, key: name }: EventIdentity) =>
		createHmac("sha256", key)
			.update(`forgotten event ${JSON.stringify([platform, person_id, name])}`)
			.digest("hex");

	return {
		/** Must be called in the transaction of the erasure. */
		async remember(trx: Trx, events: readonly EventIdentity[]): Promise<void> {
			const until = ({ platform }: EventIdentity) =>
				new Date(now().getTime() + REPEATED_MS[platform as PlatformId]).toISOString();
			const rows = events.map((event) => ({ hash: hashOf(event), until: until(event) }));
			for (let at = 0; at < rows.length; at += AT_ONCE)
				await saveForgotten(trx, rows.slice(at, at + AT_ONCE));
		},
		/** Whether an event was forgotten. */
		has: (trx: Trx, event: EventIdentity): Promise<boolean> => hasForgotten(trx, hashOf(event)),
	};
}

export type ForgottenEvents = ReturnType<typeof createForgottenEvents>;
