import { promotions } from "~/promotions/promotions.server";
import type { RecordType } from "~/records/record.server";
import { posts } from "~/social/posts.server";
import { slots } from "~/slots/slots.server";

/** All records of the site. */
export const RECORDS: readonly RecordType[] = [slots, promotions, posts];

/** The record whose dialog has the address of a request. */
export function recordAt({ url }: Request): RecordType {
	const { pathname } = new URL(url);
	const found = RECORDS.find(({ path }) => pathname.startsWith(`${path}/`));
	if (!found) throw new Error(`no record at ${pathname}`);
	return found;
}
