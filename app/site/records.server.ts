import { promotions } from "~/promotions/promotions.server";
import type { RecordType } from "~/records/record.server";
import { slots } from "~/slots/slots.server";
import { posts } from "~/social/posts.server";
import { items } from "~/store/items/items.server";

/** All records of the site. */
export const RECORDS: readonly RecordType<"itemChanged">[] = [slots, promotions, posts, items];

/** The record whose dialog has the address of a request. */
export function recordAt({ url }: Request): RecordType<"itemChanged"> {
	const { pathname } = new URL(url);
	const found = RECORDS.find(({ path }) => pathname.startsWith(`${path}/`));
	if (!found) throw new Error(`no record at ${pathname}`);
	return found;
}
