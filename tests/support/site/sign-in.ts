const MAX_REDIRECTS = 12;

/** The cookies of one visitor, separate for each origin. */
export class CookieJar {
	private readonly cookies = new Map<string, Map<string, string>>();

	set(origin: string, name: string, value: string) {
		const own = this.cookies.get(origin) ?? new Map<string, string>();
		this.cookies.set(origin, own.set(name, value));
	}

	keep(origin: string, response: Response) {
		for (const line of response.headers.getSetCookie()) {
			const [pair = "", ...attributes] = line.split(";");
			const at = pair.indexOf("=");
			const name = pair.slice(0, at).trim();
			const gone = attributes.some((attribute) => {
				const [key = "", value = ""] = attribute.trim().split("=");
				if (key.toLowerCase() === "max-age") return Number(value) <= 0;
				return key.toLowerCase() === "expires" && Date.parse(value) <= Date.now();
			});
			if (gone) this.cookies.get(origin)?.delete(name);
			else this.set(origin, name, pair.slice(at + 1).trim());
		}
	}

	header(origin: string): string {
		return [...(this.cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
	}
}

/** Fetches with the jar's cookies, without following redirects. */
export async function fetchWithJar(jar: CookieJar, address: string, init: RequestInit = {}) {
	const { origin } = new URL(address);
	const headers = new Headers(init.headers);
	headers.set("cookie", jar.header(origin));
	if (!headers.has("accept")) headers.set("accept", "text/html");
	const response = await fetch(address, { ...init, headers, redirect: "manual" });
	jar.keep(origin, response);
	const location = response.headers.get("location");
	return { response, status: response.status, next: location && new URL(location, address).href };
}

/** Follows redirects until a page answers, or until `stopAt` returns true for the next URL. */
export async function followRedirects(
	jar: CookieJar,
	address: string,
	stopAt?: (address: string) => boolean,
	first: RequestInit = {},
) {
	let current = address;
	for (let step = 0; step < MAX_REDIRECTS; step += 1) {
		if (stopAt?.(current)) return { address: current, response: undefined };
		const init = step === 0 ? first : { headers: first.headers };
		const { response, next } = await fetchWithJar(jar, current, init);
		if (!next) return { address: current, response };
		await response.body?.cancel();
		current = next;
	}
	throw new Error(`Too many redirects from ${address}`);
}

/**
 * Signs in over plain HTTP as the account with this name.
 * @returns the cookie header of a signed-in visitor who has passed the age gate
 */
export async function signInWithCookies(
	site: { readonly origin: string },
	name: string,
	lang: "pt" | "en" = "pt",
): Promise<string> {
	const jar = new CookieJar();
	jar.set(site.origin, "language", lang);
	jar.set(site.origin, "age-verified", "true");
	const { address, response } = await followRedirects(
		jar,
		`${site.origin}/login?login_hint=${encodeURIComponent(name)}`,
	);
	await response?.body?.cancel();
	const { origin, pathname } = new URL(address);
	if (origin !== site.origin || pathname.startsWith("/login") || response?.status !== 200) {
		throw new Error(`Signing in as ${name} ended at ${address} with ${response?.status}`);
	}
	return jar.header(site.origin);
}
