import { lookup as resolve } from "node:dns";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type Duplex, Readable } from "node:stream";
import ipaddr from "ipaddr.js";
import { guarded } from "~/lib/guarded";
import { webAddressIn } from "~/lib/web-address";
import { readBody } from "./bounded-body.server";

/** Why nothing was fetched. */
export class FetchRefused extends Error {
	override name = "FetchRefused";
}

export interface Reach {
	/** Aborts lookup, connection, redirects and the body. */
	signal: AbortSignal;
	/** Origins from the settings, which may be in the site's own network. */
	trusted?: ReadonlySet<string>;
	/** Whether an IP address may be connected to; by default every public one. */
	mayReach?: (ip: string) => boolean;
}

interface FetchOptions extends Reach {
	/** Maximum size of the response body. */
	maxBytes: number;
	accept?: string;
}

const MAX_REDIRECTS = 3;
const HEAD_BYTES = 16 * 1024;
/** The block of IPv6 from which public addresses are assigned; ipaddr.js takes the unassigned rest for unicast. */
const ASSIGNED_6 = ipaddr.parseCIDR("2000::/3");

/** Whether an IP address is on the open internet: not this machine, its network, or one that embeds an IPv4 address. */
export function isPublicAddress(ip: string): boolean {
	if (!isIP(ip)) return false;
	const address = ipaddr.parse(ip);
	return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(ASSIGNED_6));
}

/**
 * Fetches an untrusted address (SSRF protection). The IP address is checked at the connection, also after
 * redirects, so that a changed DNS answer cannot bypass the check. Follows at most 3 redirects.
 * @returns the body of the response.
 * @throws {FetchRefused} for an invalid or private address, too many redirects, any status but 200, a
 * compressed body.
 * @throws {BodyTooLong} above `maxBytes`, and any error of the connection or of `signal`.
 */
export async function safeFetch(address: string, options: FetchOptions): Promise<Buffer> {
	const { accept = "*/*" } = options;
	const headers = { Accept: accept, "Accept-Encoding": "identity" };
	let next = address;
	for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
		const url = webAddressIn(next);
		if (!url) throw new FetchRefused("not a plain http or https address");
		const response = await sendRequest(url, options, { method: "GET", headers });
		try {
			const { statusCode = 0, headers } = response;
			if (statusCode === 200) {
				// The request demands identity; a compressed body could exceed the bound when unpacked.
				if (headers["content-encoding"]) throw new FetchRefused("packed");
				return await readBody(response, options.maxBytes);
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

interface Sent {
	method: "GET" | "POST" | "PUT" | "DELETE";
	headers: OutgoingHttpHeaders;
	/** A stream is destroyed with the request. */
	body?: Buffer | Readable;
}

/** Sends one request to a checked address, as {@link safeFetch} does. The caller reads or destroys the response. */
export function sendRequest(
	url: URL,
	{ signal, trusted, mayReach = isPublicAddress }: Reach,
	{ method, headers, body }: Sent,
): Promise<IncomingMessage> {
	const isTrusted = trusted?.has(url.origin) === true;
	const host = url.hostname.replace(/^\[|\]$/g, "");
	// Node does not look up a literal address.
	if (!isTrusted && isIP(host) && !mayReach(host)) throw new FetchRefused("not a public address");
	return new Promise((done, fail) => {
		const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
			// A kept-alive connection could belong to a request with other checks.
			agent: false,
			method,
			headers: { ...headers, "User-Agent": "Plateia" },
			maxHeaderSize: HEAD_BYTES,
			signal,
			...(isTrusted ? undefined : { lookup: lookupOf(mayReach) }),
		});
		request.once("response", done);
		request.on("error", fail);
		// No upgrade was requested.
		const refuse = guarded((_response: unknown, socket: Duplex) => {
			socket.destroy();
			fail(new FetchRefused("upgrade"));
		});
		request.once("upgrade", refuse);
		if (!(body instanceof Readable)) return void request.end(body);
		body.once(
			"error",
			guarded((error: Error) => request.destroy(error)),
		);
		request.once(
			"close",
			guarded(() => body.destroy()),
		);
		body.pipe(request);
	});
}

/** Resolves a name and checks every address: the connection goes to these addresses and no others. */
const lookupOf =
	(mayReach: (ip: string) => boolean): LookupFunction =>
	(name, options, callback) => {
		resolve(name, { ...options, all: true }, (error, addresses) => {
			if (error) return callback(error, "");
			const [first] = addresses;
			if (!first || !addresses.every(({ address }) => mayReach(address))) {
				return callback(new FetchRefused("not a public address"), "");
			}
			if (options.all) callback(null, addresses);
			else callback(null, first.address, first.family);
		});
	};
