import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { safeReturnTo } from "~/account/return-to";
import { SignInError } from "~/account/sign-in-fault.server";
import { site } from "~/site/site.server";

/**
 * Redirects to the provider, or to `/login/failed` if it does not answer. The parameters `login_hint` and `returnTo`
 * are used; a `state` in the address is ignored.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url);
	const start = new URL("/login", site.config.APP_ORIGIN);
	const hint = searchParams.get("login_hint");
	if (hint) start.searchParams.set("login_hint", hint);
	try {
		const answer = await site.provider.authorize(new Request(start, { headers: request.headers }));
		answer.headers.append("Set-Cookie", site.returnTo.write(safeReturnTo(searchParams.get("returnTo"))));
		return answer;
	} catch (error) {
		if (!(error instanceof SignInError)) throw error;
		site.log.warn({ event: "sign-in-failed", fault: error.fault, err: error.cause });
		return redirect(`/login/failed?reason=${error.fault}`);
	}
}
