import { raffles } from "~/events/raffles/raffles.server";
import { routePathOf } from "~/lib/route-path";
import type { Site } from "~/lib/site";
import { promotions } from "~/promotions/promotions.server";
import type { RecordType } from "~/records/record.server";
import { slots } from "~/slots/slots.server";
import { posts } from "~/social/posts.server";
import { items } from "~/store/items/items.server";

type AnyType = RecordType<"itemChanged" | "beacon" | "raffleChanged" | "refundRequests" | "wakeJobs">;

/** All records of the site. */
export const RECORDS: readonly AnyType[] = [
	// A request for a deleted slot is refunded.
	{ ...slots, changed: ({ refundRequests }: Pick<Site, "refundRequests">) => refundRequests() },
	promotions,
	posts,
	items,
	raffles,
];

/** The record whose dialog has the address of a request. */
export function recordAt(request: Pick<Request, "url">): AnyType {
	const address = routePathOf(request);
	const found = RECORDS.find(({ path }) => address.startsWith(`${path}/`));
	if (!found) throw new Error(`no record at ${address}`);
	return found;
}
