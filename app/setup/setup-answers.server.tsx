import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { preferenceCookie, readPreferences } from "~/account/preferences.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { isLanguage } from "~/i18n/languages";
import { SetupPage, type SetupView } from "./setup-page.server";

/** A request as the browser sees it. */
export interface Visit {
	request: Request;
	/** The request's URL, with the origin in the browser. */
	url: URL;
	/** The `Origin` header. */
	sentOrigin: string | undefined;
	/** Whether nobody can read the request on its way, as far as the site can tell. */
	isPrivate: boolean;
}

const POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"font-src 'self'",
	"img-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join("; ");

const RETRY_SECONDS = "60";

/** A page in the visitor's language, which the parameter `language` changes. The closed site is one sentence for other clients. */
export async function answerWith(
	{ request, url }: Visit,
	status: number,
	view: SetupView,
): Promise<Response> {
	const asked = url.searchParams.get("language");
	const language = isLanguage(asked) ? asked : await languageOf(request);
	const headers = new Headers({
		"Content-Type": "text/html; charset=utf-8",
		"Content-Security-Policy": POLICY,
		"Cache-Control": "no-store",
		"Referrer-Policy": "same-origin",
	});
	if (status === 503) headers.set("Retry-After", RETRY_SECONDS);
	if (isLanguage(asked)) {
		headers.append("Set-Cookie", preferenceCookie("language", asked, url.protocol === "https:"));
	}
	const i18n = i18nIn(language);
	if (view.view === "closed" && !request.headers.get("Accept")?.includes("text/html")) {
		headers.set("Content-Type", "text/plain; charset=utf-8");
		return new Response(i18n.t("setup.closed.text"), { status, headers });
	}
	const { theme } = readPreferences(request);
	const html = renderToStaticMarkup(
		<I18nextProvider i18n={i18n}>
			<SetupPage language={language} theme={theme} {...view} />
		</I18nextProvider>,
	);
	return new Response(`<!doctype html>${html}`, { status, headers });
}

/** @param location a path of the setup. */
export function redirectTo(location: string, ...cookies: string[]): Response {
	const headers = new Headers({ Location: location, "Cache-Control": "no-store" });
	for (const cookie of cookies) headers.append("Set-Cookie", cookie);
	return new Response(null, { status: 303, headers });
}
