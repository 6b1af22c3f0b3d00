import { randomBytes } from "node:crypto";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isPlatform } from "~/earning/inbox/platform-event";
import { DomainError } from "~/forms/domain-error";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";

/**
 * Connects a channel by OAuth: redirects to the platform, which redirects back with a code. Admins only. This loader writes
 * because OAuth redirects by GET. The state in a signed cookie lets it act once, and for the admin who has started only. The
 * parameter `moderators` asks for the list of moderators too.
 */
export async function loader({ request, params: { platform = "" } }: LoaderFunctionArgs) {
	const admin = await requireAdmin(request);
	if (!isPlatform(platform)) throw new Response(null, { status: 404 });
	const channel = site.channels[platform];
	const redirectUri = `${site.config.APP_ORIGIN}/settings/stream/${platform}`;
	const { searchParams } = new URL(request.url);
	const state = searchParams.get("state");
	const headers = new Headers();
	try {
		if (state === null) {
			// A platform may confirm at once what was allowed before, and a link on another site must not replace the channel.
			if (OTHER_SITES.has(request.headers.get("Sec-Fetch-Site") ?? "")) return redirect("/settings/stream");
			const begun = { platform, adminId: admin.id, state: secret(), verifier: secret() };
			const withModerators = searchParams.has("moderators");
			const address = channel.authorizeUrl(begun.state, redirectUri, begun.verifier, withModerators);
			return redirect(address, { headers: { "Set-Cookie": site.connectCookie.write(begun) } });
		}
		const begun = site.connectCookie.read(request);
		headers.append("Set-Cookie", site.connectCookie.clear());
		if (begun?.state !== state || begun.platform !== platform || begun.adminId !== admin.id)
			throw new DomainError("platformConnectExpired");
		const code = searchParams.get("code");
		if (!code) throw new DomainError("platformRefused");
		await channel.connect(admin.id, code, redirectUri, begun.verifier);
		headers.append("Set-Cookie", site.flash.write("platformConnected"));
		return redirect("/settings/stream", { headers });
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		return redirect(`/settings/stream?failed=${error.code}`, { headers });
	}
}

const OTHER_SITES = new Set(["cross-site", "same-site"]);

/** 43 characters, as a verifier of PKCE must have at least. */
const secret = () => randomBytes(32).toString("base64url");
