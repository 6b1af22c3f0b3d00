import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { safeReturnTo } from "~/account/return-to";
import { ClocksDiffer, SignInError, type SignInFault } from "~/account/sign-in-fault.server";
import { createSharedLimit, sharerKey } from "~/forms/rate-limit.server";
import { storageRefusalOf } from "~/forms/storage-refusal";
import { ensureSeeds } from "~/games/fairness/seeds.server";
import { signInLaterAnswer } from "~/pages/busy.server";
import { findViewer, site } from "~/site/site.server";

const { RATE_LIMIT_SCALE, TRUSTED_PROXY_HOPS } = site.config;
/**
 * Each callback requests tokens, and providers limit such requests. One address alone gets 900 sign-ins a minute, so that
 * the viewers of a mobile carrier, who share it, can sign in within minutes.
 */
const takeTurn = createSharedLimit(
	{ points: 450, seconds: 10, sharedAs: "sign-in" },
	RATE_LIMIT_SCALE,
	site.bus,
);

/**
 * The redirect target of the provider: opens a session, for a new person with an account and seeds, and redirects to
 * the page of the sign-in, or to `/login/failed`. While too many sign in, the answer is a page that begins the sign-in again
 * later. This loader writes, because the protocol redirects by GET; the state
 * in the browser's cookie makes it act once.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const headers = new Headers();
	const { loginCookie } = site.provider;
	const hasStarted = loginCookie.isIn(request);
	// A callback works once.
	if (hasStarted) headers.append("Set-Cookie", loginCookie.clear());
	try {
		// Without a started sign-in another site may have sent the browser, so the provider is not called.
		const seconds = hasStarted ? takeTurn(sharerKey(TRUSTED_PROXY_HOPS)) : undefined;
		if (seconds !== undefined) return signInLater(request, headers, seconds);
		const identity = await site.provider.identify(request);
		await site.sessions.end(request);
		const { userId, registered, cookie } = await site.sessions.open(identity);
		await ensureSeeds(site, userId);
		headers.append("Set-Cookie", cookie);
		headers.append("Set-Cookie", site.returnTo.clear());
		headers.append("Set-Cookie", site.flash.write(registered ? "welcome" : "signedIn"));
		return redirect(safeReturnTo(site.returnTo.read(request)), { headers });
	} catch (error) {
		const reason = reasonOf(error);
		if (!reason) throw error;
		const cause = error instanceof SignInError ? error.cause : error;
		const seconds = cause instanceof ClocksDiffer ? cause.seconds : undefined;
		site.log.warn({ event: "sign-in-failed", fault: reason, seconds, err: cause });
		// An old callback, opened again from the history by a signed-in viewer.
		if (reason === "expired" && (await findViewer(request))) return redirect("/", { headers });
		const minutes = seconds === undefined ? "" : `&minutes=${Math.round(Math.abs(seconds) / 60)}`;
		return redirect(`/login/failed?reason=${reason}${minutes}`, { headers });
	}
}

function signInLater(request: Request, headers: Headers, seconds: number): Response {
	site.refusals.inc({ code: "tooManyRequests" });
	const returnTo = safeReturnTo(site.returnTo.read(request));
	const cookie = request.headers.get("Cookie") ?? undefined;
	const answer = signInLaterAnswer({ cookie, seconds, returnTo });
	for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
	headers.set("Cache-Control", "no-store");
	headers.set("Retry-After", String(seconds));
	return new Response(answer.body, { status: 503, headers });
}

/** Returns the reason that the page of a failed sign-in shows; undefined for a failure of the site. */
function reasonOf(error: unknown): SignInFault | "storage" | undefined {
	if (error instanceof SignInError) return error.fault;
	return storageRefusalOf(error) && "storage";
}
