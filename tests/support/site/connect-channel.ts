import { authorize } from "../platforms";
import { CookieJar, fetchWithJar, followRedirects, signInWithCookies } from "./sign-in";
import type { Site } from "./site";

/** Connects the channel of the site's local platform as the admin does, and waits until it sends what happens. */
export async function connectChannel(site: Site, platform: "twitch" | "kick"): Promise<void> {
	const jar = new CookieJar();
	jar.set(site.origin, "age-verified", "true");
	await followRedirects(jar, `${site.origin}/login?login_hint=admin`);
	const begin = `${site.origin}/settings/stream/${platform}`;
	const { next } = await fetchWithJar(jar, begin);
	if (!next?.startsWith(site.platforms.origin)) throw new Error(`connecting ${platform} led to ${next}`);
	const { next: end } = await fetchWithJar(jar, `${begin}?${await authorize(next)}`);
	if (end !== `${site.origin}/settings/stream`) throw new Error(`connecting ${platform} ended at ${end}`);
	await subscribed(site, platform);
}

/** Disconnects a channel as the admin does. */
export async function disconnectChannel(site: Site, platform: "twitch" | "kick"): Promise<void> {
	const response = await fetch(`${site.origin}/settings/stream`, {
		method: "POST",
		headers: {
			cookie: await signInWithCookies(site, "admin"),
			"sec-fetch-site": "same-origin",
			accept: "text/html",
		},
		body: new URLSearchParams({ intent: "disconnect", platform }),
		redirect: "manual",
	});
	if (response.status !== 302)
		throw new Error(`disconnecting ${platform} was answered with ${response.status}`);
}

/** Waits until each subscription of a platform is active. */
async function subscribed({ platforms }: Site, platform: "twitch" | "kick"): Promise<void> {
	const isPending = ({ status }: { status?: string }) => status?.endsWith("pending");
	const deadline = Date.now() + 40_000;
	while (Date.now() < deadline) {
		const subscriptions = platforms[platform].subscriptions();
		if (subscriptions.length > 0 && !subscriptions.some(isPending)) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	throw new Error(`${platform} has no active subscriptions`);
}
