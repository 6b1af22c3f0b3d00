import { parse } from "cookie";
import { LRUCache } from "lru-cache";

type Cookies = Readonly<Record<string, string | undefined>>;

/** A page reads the cookies of its request a dozen times. */
const latest = new LRUCache<string, Cookies>({ max: 50 });

/** The cookies of a `Cookie` header. */
export function cookiesIn(header: string | null | undefined): Cookies {
	if (!header) return {};
	const cookies = latest.get(header) ?? parse(header);
	latest.set(header, cookies);
	return cookies;
}
