import { type Config, DEFAULT_PORT } from "~/lib/config.server";
import { guarded } from "~/lib/guarded";
import { isLoopback } from "~/lib/loopback";
import { type ProxyView, proxyQuestion } from "~/operations/proxy-view.server";
import type { Found, Subject } from "./host-check.server";

const TIMEOUT_MS = 5000;
/** The site's heartbeat is sent every 20 s. */
const STREAM_MS = { first: TIMEOUT_MS, heartbeat: 25_000 };
/** Addresses of no machine (RFC 5737), as a client could forge them. */
const FORGED = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `192.0.2.${last}`);

/**
 * Whether APP_ORIGIN, PORT and TRUSTED_PROXY_HOPS fit each other, and whether a running site is what answers at
 * APP_ORIGIN, with the headers and the event streams that it needs.
 * @param key the site's key, with which the site answers how it sees a request.
 */
export async function checkProxy(
	{ APP_ORIGIN, TRUSTED_PROXY_HOPS: hops }: Config,
	subject: Subject,
	key: string | undefined,
): Promise<Found> {
	const { protocol, port } = new URL(APP_ORIGIN);
	const own = subject.environment.PORT || String(DEFAULT_PORT);
	const isHttps = protocol === "https:";
	const isLocal = !isHttps && isLoopback(APP_ORIGIN);
	const isDirect = isLocal && (port || "80") === own;
	if (isHttps && hops === 0)
		return "APP_ORIGIN is https, so there is a proxy, but TRUSTED_PROXY_HOPS is 0, so all viewers share one rate limit: set it to the number of proxies that append to X-Forwarded-For, usually 1.";
	if (!isHttps && !isLocal)
		return "APP_ORIGIN is http, so passwords and sessions cross the network in the clear: put a proxy with a certificate before the site and set APP_ORIGIN to its https address.";
	if (isDirect && hops > 0)
		return `APP_ORIGIN is the site's own port ${own}, so there is no proxy, but TRUSTED_PROXY_HOPS is ${hops}, so anybody can forge their address: set it to 0.`;
	if (isLocal && !isDirect && hops === 0)
		return `APP_ORIGIN names port ${port || "80"}, but the site listens on ${own}: set PORT or APP_ORIGIN, or TRUSTED_PROXY_HOPS if a proxy is between them.`;
	if (!subject.isRunning || isDirect) return false;
	return Promise.all([
		checkPublicAddress(APP_ORIGIN, own, hops, subject, key),
		checkStream(APP_ORIGIN, subject),
	]);
}

/** Asks for the health check at the public address. */
async function checkPublicAddress(
	origin: string,
	port: string,
	hops: number,
	{ fetcher, now }: Subject,
	key: string | undefined,
): Promise<Found> {
	let response: Response;
	try {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const headers = {
			"X-Forwarded-For": FORGED.join(", "),
			...(key !== undefined && { Authorization: proxyQuestion(key, now()) }),
		};
		response = await fetcher(`${origin}/healthz`, { redirect: "manual", signal, headers });
	} catch (error) {
		const { cause } = error as Error;
		const reason = cause instanceof Error ? cause.message : String(error);
		return `${origin} cannot be reached from here (${reason}): check the proxy, its certificate and the name's DNS records.`;
	}
	const target = response.headers.get("Location");
	if (target !== null)
		return `${origin} redirects to ${target}: set APP_ORIGIN to the address at which visitors arrive.`;
	const text = await response.text();
	if (text.includes('"trouble"') || text.includes('"setup"')) return faultsOfView(viewIn(text), origin, hops);
	return `${origin} answers with status ${response.status}, but not with this site: let the proxy pass requests on to http://127.0.0.1:${port}.`;
}

function viewIn(text: string): ProxyView | undefined {
	try {
		return (JSON.parse(text) as { seen?: ProxyView }).seen;
	} catch {
		return undefined;
	}
}

function faultsOfView(seen: ProxyView | undefined, origin: string, hops: number): Found {
	if (!seen) return false;
	const { protocol, host } = new URL(origin);
	const forged = FORGED.indexOf(seen.address);
	const right = Math.max(1, hops - (FORGED.length - forged));
	const headers = [
		...(seen.host === host
			? []
			: [`Host (it sends ${seen.host || "none"}; nginx: "proxy_set_header Host $host;")`]),
		...(protocol === "https:" && !/(^|,\s*)https$/i.test(seen.proto)
			? ['X-Forwarded-Proto (nginx: "proxy_set_header X-Forwarded-Proto $scheme;")']
			: []),
	];
	return [
		forged >= 0 &&
			`TRUSTED_PROXY_HOPS is ${hops}, but fewer proxies append to X-Forwarded-For, so anybody can forge their address: set it to ${right}, and restart the site.`,
		headers.length > 0 &&
			`The proxy of ${origin} does not pass on ${headers.join(" and ")}: set this as in docs/hosting/nginx.conf or docs/hosting/Caddyfile.`,
	];
}

/** Whether the proxy passes an event stream on at once, and lets it wait for the heartbeat. */
async function checkStream(
	origin: string,
	{ fetcher, announce, streamMs = STREAM_MS }: Subject,
): Promise<Found> {
	announce?.(`Watching an event stream of ${origin} until its heartbeat, for up to 25 s …`);
	const advice = "see the location /live in docs/hosting/nginx.conf.";
	const held = `The proxy of ${origin} holds event streams back, so pages do not update: turn its buffering and compression off for /live; ${advice}`;
	const ended = new AbortController();
	let isLate = false;
	const giveUp = guarded(() => {
		isLate = true;
		ended.abort();
	});
	let timer = setTimeout(giveUp, streamMs.first);
	let received = "";
	try {
		const { body, headers } = await fetcher(`${origin}/live?topics=store`, {
			redirect: "manual",
			signal: ended.signal,
		});
		if (!body || !headers.get("Content-Type")?.startsWith("text/event-stream")) return false;
		const decoder = new TextDecoder();
		for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
			if (received === "") {
				clearTimeout(timer);
				timer = setTimeout(giveUp, streamMs.heartbeat);
			}
			received += decoder.decode(chunk, { stream: true });
			if (received.includes("event:heartbeat")) return false;
		}
	} catch {
		// The stream was cut, or the address cannot be reached, which the other check names.
	} finally {
		clearTimeout(timer);
		ended.abort();
	}
	if (isLate) return held;
	return (
		received !== "" &&
		`The proxy of ${origin} ends event streams that are silent for less than 20 s, so pages reconnect all the time: set its timeout for /live to 120 s (nginx: "proxy_read_timeout 120s;"); ${advice}`
	);
}
