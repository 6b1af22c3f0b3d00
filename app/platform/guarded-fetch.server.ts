import { lookup as resolve } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readBody } from "./bounded-body.server";
import { isPublicAddress } from "./public-address.server";
import { webAddressIn } from "./web-address";

/** Why nothing was fetched. */
export class FetchRefused extends Error {
	override name = "FetchRefused";
}

interface Guard {
	/** Bytes of the answer's body. */
	mostBytes: number;
	/** Ends everything: looking up, connecting, redirects and the body. */
	signal: AbortSignal;
	/** Origins that the host of the site has set up, which may lie in its own network. */
	trusted?: ReadonlySet<string>;
	/** Whether an IP address may be connected to; by default every public one. */
	mayReach?: (ip: string) => boolean;
	accept?: string;
}

const MOST_REDIRECTS = 3;
const HEAD_BYTES = 16 * 1024;

/**
 * Fetches what lies at an address that a stranger may have named. Which machine that is, is checked where the
 * connection is made, redirects included: what a name is looked up as a second time makes no difference.
 * @throws {FetchRefused} for an address that is none, or not public; for any status but 200; for a packed body.
 * @throws {BodyTooLong} and whatever the connection or `signal` throws.
 */
export async function fetchGuarded(address: string, guard: Guard): Promise<Buffer> {
	let next = address;
	for (let step = 0; step <= MOST_REDIRECTS; step += 1) {
		const url = webAddressIn(next);
		if (!url) throw new FetchRefused("not a plain http or https address");
		const response = await ask(url, guard);
		try {
			const { statusCode = 0, headers } = response;
			if (statusCode === 200) {
				// Nothing packed was asked for, and what it unpacks to is nobody's to find out.
				if (headers["content-encoding"]) throw new FetchRefused("packed");
				return await readBody(response, guard.mostBytes);
			}
			if (
				statusCode < 300 ||
				statusCode >= 400 ||
				!headers.location ||
				!URL.canParse(headers.location, url)
			) {
				throw new FetchRefused(`status ${statusCode}`);
			}
			next = new URL(headers.location, url).href;
		} finally {
			response.destroy();
		}
	}
	throw new FetchRefused("too many redirects");
}

function ask(url: URL, guard: Guard): Promise<IncomingMessage> {
	const { signal, trusted, mayReach = isPublicAddress, accept = "*/*" } = guard;
	const isTrusted = trusted?.has(url.origin) === true;
	const host = url.hostname.replace(/^\[|\]$/g, "");
	// A literal address is not looked up.
	if (!isTrusted && isIP(host) && !mayReach(host)) throw new FetchRefused("not a public address");
	return new Promise((done, fail) => {
		const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
			// A connection of its own: one that is kept was made for somebody else's check.
			agent: false,
			headers: { Accept: accept, "Accept-Encoding": "identity", "User-Agent": "Plateia" },
			maxHeaderSize: HEAD_BYTES,
			signal,
			...(isTrusted ? undefined : { lookup: lookupOf(mayReach) }),
		});
		request.once("response", done);
		request.on("error", fail);
		// A protocol that takes over the connection was never asked for.
		request.once("upgrade", (_response, socket) => {
			socket.destroy();
			fail(new FetchRefused("upgrade"));
		});
		request.end();
	});
}

/** Looks a name up and hands on what may be reached: the connection goes to these addresses and no others. */
const lookupOf =
	(mayReach: (ip: string) => boolean): LookupFunction =>
	(name, options, tell) => {
		resolve(name, { ...options, all: true }, (error, addresses) => {
			if (error) return tell(error, "");
			const [first] = addresses;
			if (!first || !addresses.every(({ address }) => mayReach(address))) {
				return tell(new FetchRefused("not a public address"), "");
			}
			if (options.all) tell(null, addresses);
			else tell(null, first.address, first.family);
		});
	};
