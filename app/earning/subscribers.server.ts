import type { Site } from "~/lib/site";
import { findSubscriptions } from "./subscribers.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Whether a user subscribes to the channel: see {@link createSubscriberCheck}. */
		isSubscriber: ReturnType<typeof createSubscriberCheck>;
	}
}

/** A month with the most days. */
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * Creates the check whether a user subscribes to the channel: with an account that a platform lists as subscriber, as for the points for
 * watching, or that has subscribed or got a subscription within a month. Not all platforms have a list, and only the leader has it.
 * The check throws the DomainError `siteBusy` if the leader does not answer.
 */
export const createSubscriberCheck =
	(
		{ db, now }: Pick<Site, "db" | "now">,
		channels: Readonly<Record<string, { hasSubscriber(personId: string): Promise<boolean> }>>,
	) =>
	async (userId: string): Promise<boolean> => {
		const since = new Date(now().getTime() - MONTH_MS).toISOString();
		const accounts = await findSubscriptions(db, userId, since);
		if (accounts.some(({ hasSubscribed }) => hasSubscribed)) return true;
		for (const { platform, person_id } of accounts) {
			if (await channels[platform]?.hasSubscriber(person_id)) return true;
		}
		return false;
	};
