import { serialize } from "cookie";
import { isLanguage, type Language } from "~/i18n/languages";
import { cookiesIn } from "~/lib/cookies";
import { DEFAULT_THEME, type Theme } from "./theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A visitor's preferences, stored in plain cookies, so that the server renders the right page. */
export interface Preferences {
	language: Language | undefined;
	theme: Theme;
	ageVerified: boolean;
}

/** Reads the preference cookies. A missing or invalid cookie means no language, the default theme, age not confirmed. */
export function readPreferences(request: { headers: Pick<Headers, "get"> }): Preferences {
	const cookies = cookiesIn(request.headers.get("Cookie"));
	return {
		language: isLanguage(cookies.language) ? cookies.language : undefined,
		theme: cookies.theme === "light" ? "light" : DEFAULT_THEME,
		ageVerified: cookies["age-verified"] === "true",
	};
}

/** A `Set-Cookie` header that stores one preference for a year. */
export const preferenceCookie = (
	name: "language" | "theme" | "age-verified",
	value: string,
	secure: boolean,
): string =>
	serialize(name, value, { path: "/", sameSite: "lax", httpOnly: true, secure, maxAge: YEAR_SECONDS });
