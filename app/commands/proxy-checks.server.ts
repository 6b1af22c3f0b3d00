import { type Config, DEFAULT_PORT } from "~/lib/config.server";
import { isLoopback } from "~/lib/loopback";

interface Tools {
	environment: Record<string, string | undefined>;
	fetcher: typeof fetch;
	isRunning: boolean;
}

const TIMEOUT_MS = 5000;

/**
 * Whether APP_ORIGIN, PORT and TRUSTED_PROXY_HOPS fit each other, and whether a running site is what answers at
 * APP_ORIGIN.
 */
export async function checkProxy(
	{ APP_ORIGIN, TRUSTED_PROXY_HOPS }: Config,
	{ environment, fetcher, isRunning }: Tools,
): Promise<string[]> {
	const { protocol, port } = new URL(APP_ORIGIN);
	const own = environment.PORT || String(DEFAULT_PORT);
	const isHttps = protocol === "https:";
	const isLocal = !isHttps && isLoopback(APP_ORIGIN);
	const isDirect = isLocal && (port || "80") === own;
	const faults: string[] = [];
	if (isHttps && TRUSTED_PROXY_HOPS === 0) {
		faults.push(
			"APP_ORIGIN is https, so there is a proxy, but TRUSTED_PROXY_HOPS is 0, so all viewers share one rate limit: set it to the number of proxies that append to X-Forwarded-For, usually 1.",
		);
	}
	if (!isHttps && !isLocal) {
		faults.push(
			"APP_ORIGIN is http, so passwords and sessions cross the network in the clear: put a proxy with a certificate before the site and set APP_ORIGIN to its https address.",
		);
	}
	if (isDirect && TRUSTED_PROXY_HOPS > 0) {
		faults.push(
			`APP_ORIGIN is the site's own port ${own}, so there is no proxy, but TRUSTED_PROXY_HOPS is ${TRUSTED_PROXY_HOPS}, so anybody can forge their address: set it to 0.`,
		);
	}
	if (isLocal && !isDirect && TRUSTED_PROXY_HOPS === 0) {
		faults.push(
			`APP_ORIGIN names port ${port || "80"}, but the site listens on ${own}: set PORT or APP_ORIGIN, or TRUSTED_PROXY_HOPS if a proxy is between them.`,
		);
	}
	if (!isRunning || isDirect || faults.length > 0) return faults;
	return checkPublicAddress(APP_ORIGIN, own, fetcher);
}

/** Asks for the health check at the public address. */
async function checkPublicAddress(origin: string, port: string, fetcher: typeof fetch): Promise<string[]> {
	let response: Response;
	try {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		response = await fetcher(`${origin}/healthz`, { redirect: "manual", signal });
	} catch (error) {
		const { cause } = error as Error;
		const reason = cause instanceof Error ? cause.message : String(error);
		return [
			`${origin} cannot be reached from here (${reason}): check the proxy, its certificate and the name's DNS records.`,
		];
	}
	const target = response.headers.get("Location");
	if (target !== null) {
		return [`${origin} redirects to ${target}: set APP_ORIGIN to the address at which visitors arrive.`];
	}
	const text = await response.text();
	if (text.includes('"trouble"') || text.includes('"setup"')) return [];
	return [
		`${origin} answers with status ${response.status}, but not with this site: let the proxy pass requests on to http://127.0.0.1:${port}.`,
	];
}
