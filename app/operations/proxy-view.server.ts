/**
 * How the site sees a request of `plateia doctor` that has passed the proxies. Only somebody who can read the key file can
 * ask, because the answer describes the proxies.
 */
import { clientAddress, type RequestContext } from "~/lib/request-context.server";
import { createSecretBox } from "~/lib/secret-box.server";

export interface ProxyView {
	/** The address that counts as the client's. */
	address: string;
	/** The headers `Host` and `X-Forwarded-Proto`; empty without one. */
	host: string;
	proto: string;
}

const OWNER = "proxy view";
const MAX_AGE_MS = 60_000;

/** The credentials of a question at this time. */
export const proxyQuestion = (siteKey: string, now: Date): string =>
	`Bearer ${createSecretBox(siteKey, "doctor").seal(now.getTime(), OWNER)}`;

/** Answers a question that is less than a minute old; undefined for other requests. */
export function answerProxyQuestion(
	context: RequestContext | undefined,
	siteKey: string,
	now: Date,
	trustedProxyHops: number,
): ProxyView | undefined {
	const { authorization, "x-forwarded-proto": proto = "" } = context?.request.headers ?? {};
	if (!context || !authorization) return undefined;
	try {
		const sealed = authorization.replace(/^Bearer /, "");
		const askedAt = createSecretBox(siteKey, "doctor").open<number>(sealed, OWNER);
		if (Math.abs(now.getTime() - askedAt) > MAX_AGE_MS) return undefined;
		// The site replaces the parsed header.
		const { rawHeaders } = context.request;
		const host =
			rawHeaders[rawHeaders.findIndex((text, place) => place % 2 === 0 && /^host$/i.test(text)) + 1];
		return { address: clientAddress(context, trustedProxyHops), host: host ?? "", proto: String(proto) };
	} catch {
		return undefined;
	}
}
