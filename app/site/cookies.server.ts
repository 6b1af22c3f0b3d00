import type { SoloDemo } from "~/games/crash/engine/solo-demo";
import type { Demo } from "~/games/instant/demo.server";
import { createSignedCookie } from "~/http/signed-cookie.server";

const LOGIN_SECONDS = 10 * 60;
const DEMO_SECONDS = 30 * 24 * 60 * 60;

/** The signed cookies of the routes. */
export function createCookies(secret: string, secure: boolean) {
	const cookie = <Value>(name: string, maxAgeSeconds: number) =>
		createSignedCookie<Value>({ name, secret, secure, maxAgeSeconds });
	return {
		/** State of the sign-in with which an admin connects the channel to a platform. */
		connectCookie: cookie<{ platform: string; adminId: string; state: string; verifier: string }>(
			"connect",
			LOGIN_SECONDS,
		),
		/** The address of the page from which a viewer signs in. */
		returnTo: cookie<string>("return-to", LOGIN_SECONDS),
		/** The demo rounds of a visitor of the instant games. */
		demoCookie: cookie<Demo>("games-demo", DEMO_SECONDS),
		/** The demo rounds of a visitor of solo Crash. */
		soloDemoCookie: cookie<SoloDemo>("crash-demo", DEMO_SECONDS),
	};
}
