import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { safeReturnTo } from "~/account/return-to";
import { SignInError } from "~/account/sign-in-fault.server";
import { ensureSeeds } from "~/games/fairness/seeds.server";
import { findViewer, site } from "~/site.server";

/**
 * Where the provider sends the browser back. It writes although it is read: the redirect of the
 * protocol is a GET, and the state that only this browser holds makes it act once.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const headers = new Headers();
	for (const cookie of site.provider.spentCookies(request)) headers.append("Set-Cookie", cookie);
	try {
		const identity = await site.provider.identify(request);
		await site.sessions.end(request);
		const { userId, cookie } = await site.sessions.open(identity);
		await ensureSeeds(site, userId);
		headers.append("Set-Cookie", cookie);
		headers.append("Set-Cookie", site.returnTo.clear());
		headers.append("Set-Cookie", site.flash.write("signedIn"));
		return redirect(safeReturnTo(site.returnTo.read(request)), { headers });
	} catch (error) {
		if (!(error instanceof SignInError)) throw error;
		site.log.warn({ event: "sign-in-failed", fault: error.fault, err: error.cause });
		// An old callback opened again, say from the history, by somebody who is signed in.
		if (error.fault === "expired" && (await findViewer(request))) return redirect("/", { headers });
		return redirect(`/login/failed?reason=${error.fault}`, { headers });
	}
}
