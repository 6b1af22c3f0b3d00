import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { safeReturnTo } from "~/account/return-to";
import { SignInError, type SignInFault } from "~/account/sign-in-fault.server";
import { DomainError } from "~/forms/domain-error";
import { clientKey, createRateLimit } from "~/forms/rate-limit.server";
import { storageRefusalOf } from "~/forms/storage-refusal";
import { ensureSeeds } from "~/games/fairness/seeds.server";
import { findViewer, site } from "~/site/site.server";

const { RATE_LIMIT_SCALE, TRUSTED_PROXY_HOPS } = site.config;
/** The provider is asked for tokens, and takes it amiss when a site asks too often. */
const checkRate = createRateLimit({ points: 60, seconds: 60 }, RATE_LIMIT_SCALE);

/**
 * Where the provider sends the browser back. It writes although it is read: the redirect of the
 * protocol is a GET, and the state that only this browser holds makes it act once.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const headers = new Headers();
	const { loginCookie } = site.provider;
	const hasStarted = loginCookie.isIn(request);
	// No callback works twice.
	if (hasStarted) headers.append("Set-Cookie", loginCookie.clear());
	try {
		// Otherwise another site's page may have sent the browser, and the provider is not asked.
		if (hasStarted) await checkRate(clientKey(TRUSTED_PROXY_HOPS));
		const identity = await site.provider.identify(request);
		await site.sessions.end(request);
		const { userId, cookie } = await site.sessions.open(identity);
		await ensureSeeds(site, userId);
		headers.append("Set-Cookie", cookie);
		headers.append("Set-Cookie", site.returnTo.clear());
		headers.append("Set-Cookie", site.flash.write("signedIn"));
		return redirect(safeReturnTo(site.returnTo.read(request)), { headers });
	} catch (error) {
		const reason = reasonOf(error);
		if (!reason) throw error;
		site.log.warn({
			event: "sign-in-failed",
			fault: reason,
			err: error instanceof SignInError ? error.cause : error,
		});
		// An old callback opened again, say from the history, by somebody who is signed in.
		if (reason === "expired" && (await findViewer(request))) return redirect("/", { headers });
		return redirect(`/login/failed?reason=${reason}`, { headers });
	}
}

/** What the page for it says of a sign-in that did not happen; undefined for what is a fault of the site. */
function reasonOf(error: unknown): SignInFault | "busy" | "storage" | undefined {
	if (error instanceof SignInError) return error.fault;
	if (error instanceof DomainError && error.code === "tooManyRequests") return "busy";
	return storageRefusalOf(error) && "storage";
}
