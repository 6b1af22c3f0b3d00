/** What requests get that cannot be answered now. */
import { readPreferences } from "~/account/preferences.server";
import { STATIC_PAGE_HEADERS, staticPage } from "~/http/static-page.server";
import type { Cause, StaticAnswer } from "~/http/unavailable.server";
import { i18nIn } from "~/i18n/i18next.server";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";

export interface BusyRequest {
	/** Path and query. */
	url: string;
	cookie: string | undefined;
	/** The `Accept` header. */
	accept: string | undefined;
	/** By default `busy`. Pages reload themselves, except those of `busy`, where that would add load. */
	cause?: Cause | undefined;
}

/** The overlays of a broadcast get an empty page instead. */
const OVERLAY = /^\/(bonus-hunt\/overlay|(codes\/)?overlay\/[^/]+)$/;
const AGAIN = `<meta http-equiv="refresh" content="5">`;
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/**
 * The body and headers of the response: a page in the visitor's language for browsers, plain text for other clients
 * and data requests, and an empty page that reloads itself for the overlays.
 */
export function busyAnswer({ url, cookie, accept, cause = "busy" }: BusyRequest): StaticAnswer {
	const { language = DEFAULT_LANGUAGE, theme } = readPreferences({ headers: { get: () => cookie ?? null } });
	const { t } = i18nIn(language);
	const title = t(cause === "busy" ? "standalone.busy" : "standalone.back");
	const text = t(`standalone.causes.${cause}`);
	const [path = ""] = url.split("?", 1);
	if (path.endsWith(".data") || !accept?.includes("text/html")) return { headers: TEXT, body: text };
	if (OVERLAY.test(path)) {
		return { headers: STATIC_PAGE_HEADERS, body: `<!doctype html>${AGAIN}<title></title>` };
	}
	const head = cause === "busy" ? "" : AGAIN;
	const content = `<h1>${title}</h1>\n<p>${text}</p>`;
	const again = t("shell.tryAgain");
	return {
		headers: STATIC_PAGE_HEADERS,
		body: staticPage({ language, theme, title, head, content, again }),
	};
}

interface Later {
	cookie: string | undefined;
	/** After how many seconds the page begins the sign-in again. */
	seconds: number;
	/** A path of this site. */
	returnTo: string;
}

/** The page of a sign-in whose turn comes later. It begins the sign-in again, because the provider's code may expire. */
export function signInLaterAnswer({ cookie, seconds, returnTo }: Later): StaticAnswer {
	const { language = DEFAULT_LANGUAGE, theme } = readPreferences({ headers: { get: () => cookie ?? null } });
	const { t } = i18nIn(language);
	const againTo = `/login?returnTo=${encodeURIComponent(returnTo)}`;
	const title = t("standalone.busy");
	const content = `<h1>${title}</h1>\n<p>${t("standalone.signInLater", { seconds })}</p>`;
	const head = `<meta http-equiv="refresh" content="${seconds};url=${againTo}">`;
	const again = t("shell.tryAgain");
	return {
		headers: STATIC_PAGE_HEADERS,
		body: staticPage({ language, theme, title, head, content, again, againTo }),
	};
}
