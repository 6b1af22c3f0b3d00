import { routePathOf } from "~/lib/route-path";
import { promotions } from "~/promotions/promotions.server";
import type { RecordType } from "~/records/record.server";
import { slots } from "~/slots/slots.server";
import { posts } from "~/social/posts.server";
import { items } from "~/store/items/items.server";

/** All records of the site. */
export const RECORDS: readonly RecordType<"itemChanged">[] = [slots, promotions, posts, items];

/** The record whose dialog has the address of a request. */
export function recordAt(request: Pick<Request, "url">): RecordType<"itemChanged"> {
	const address = routePathOf(request);
	const found = RECORDS.find(({ path }) => address.startsWith(`${path}/`));
	if (!found) throw new Error(`no record at ${address}`);
	return found;
}
