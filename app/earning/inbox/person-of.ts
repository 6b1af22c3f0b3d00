import type { Claims } from "~/account/viewer";
import { claimAt } from "~/account/viewer";
import type { Config } from "~/lib/config.server";
import { isPlatform, type PlatformId } from "./platform-event";

const TWITCH_ISSUER = "https://id.twitch.tv/oauth2";
/** An id of Twitch or Kick. A name is refused, because people choose their names. */
const ID = /^\d{1,20}$/;
/**
 * Subjects of providers that sign people in through a platform: `twitch|123` and `oauth2|kick|123`. Subjects of other
 * connections, such as `samlp|NAME|…`, may contain texts that people choose.
 */
const SUBJECT = /^(?:oauth2\|)?(twitch|kick)\|(\d{1,20})$/;

type Settings = Pick<Config, "OIDC_ISSUER" | "OIDC_PLATFORM" | "OIDC_PLATFORM_ID_CLAIM">;

/** Whether people may sign in with accounts of a platform, as far as the settings tell: see {@link personOf}. */
export function maySignInWith(platform: PlatformId, settings: Settings): boolean {
	if (settings.OIDC_PLATFORM_ID_CLAIM) return platform === settings.OIDC_PLATFORM;
	return platform === "twitch" || settings.OIDC_ISSUER !== TWITCH_ISSUER;
}

/**
 * The account of a platform with which a viewer has signed in, from the claim of the settings, the subject if Twitch is the
 * provider, or a subject that names the platform.
 * @returns undefined if the claims name none.
 */
export function personOf(
	claims: Claims,
	settings: Settings,
): { platform: PlatformId; personId: string } | undefined {
	const { OIDC_PLATFORM: platform, OIDC_PLATFORM_ID_CLAIM: claim } = settings;
	if (claim) {
		const value = claimAt(claims, claim);
		// A larger number may have been rounded to the id of somebody else.
		const personId = Number.isSafeInteger(value) ? String(value) : value;
		return typeof personId === "string" && ID.test(personId) ? { platform, personId } : undefined;
	}
	if (settings.OIDC_ISSUER === TWITCH_ISSUER) return { platform: "twitch", personId: claims.sub };
	const [, name = "", personId = ""] = SUBJECT.exec(claims.sub) ?? [];
	return isPlatform(name) ? { platform: name, personId } : undefined;
}
