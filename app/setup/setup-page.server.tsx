import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, useTranslation } from "react-i18next";
import { preferenceCookie, readPreferences } from "~/account/preferences.server";
import type { Theme } from "~/account/theme";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { isLanguage, type Language, otherLanguages, SWITCH_LABELS } from "~/i18n/languages";
import stylesHref from "~/styles.css?url";
import { Logo } from "~/ui/shell/logo";
import { type FormProps, SettingsForm } from "./setup-form.server";
import type { Person } from "./setup-problems.server";

/** Where the browser goes once the site has started. */
const FIRST_SIGN_IN = "/login?returnTo=%2Fsettings";
/** Longer than a start usually takes. Nothing listens until it is done. */
const START_SECONDS = 5;

type SetupView =
	/** For everybody else. */
	| { view: "closed" }
	/** After the end; `isAdmin`: for the browser that has set up the site. */
	| { view: "starting"; isAdmin: boolean }
	/** The browser has not opened the link. */
	| { view: "link"; reason: "missing" | "insecure" }
	/** The environment sets another public address. */
	| { view: "move"; address: string }
	| ({ view: "form" } & FormProps)
	| { view: "done"; name: string };

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

/** The document of the setup. It has no scripts. */
function SetupPage(props: SetupView & { language: Language; theme: Theme }) {
	const { t } = useTranslation();
	const { language, theme, view } = props;
	const isStarting = view === "done" || view === "starting";
	const goesOn = view === "done" || (view === "starting" && props.isAdmin);
	const kept = view === "form" ? `provider=${props.preset}&` : "";
	return (
		<html lang={language} className={theme}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>{t(`setup.${view}.title`)}</title>
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="stylesheet" href={stylesHref} />
				{isStarting ? (
					<meta
						httpEquiv="refresh"
						content={goesOn ? `${START_SECONDS}; url=${FIRST_SIGN_IN}` : `${START_SECONDS}`}
					/>
				) : null}
			</head>
			<body>
				<main className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-8">
					<div className="flex items-center justify-between gap-3">
						<Logo className="size-10" />
						{otherLanguages(language).map((other) => (
							<a
								key={other}
								href={`?${kept}language=${other}`}
								lang={other}
								className="button button-icon text-sm"
								aria-label={`${other.toUpperCase()} – ${SWITCH_LABELS[other]}`}
							>
								{other.toUpperCase()}
							</a>
						))}
					</div>
					<h1 className="text-3xl font-extrabold">{t(`setup.${view}.title`)}</h1>
					<View {...props} />
				</main>
			</body>
		</html>
	);
}

function View(props: SetupView) {
	const { t } = useTranslation();
	switch (props.view) {
		case "closed":
			return (
				<>
					<p>{t("setup.closed.text")}</p>
					<p>
						<a href="/setup" className="link">
							{t("setup.closed.toSetup")}
						</a>
					</p>
				</>
			);
		case "starting":
			return <p role="status">{t("setup.starting.text")}</p>;
		case "link":
			return <p role="alert">{t(`setup.link.${props.reason}`)}</p>;
		case "move":
			return (
				<>
					<p className="[overflow-wrap:anywhere]">{t("setup.move.text", { address: props.address })}</p>
					<p>
						<a href={`${props.address}/setup`} className="link [overflow-wrap:anywhere]">
							{t("setup.move.open", { address: props.address })}
						</a>
					</p>
				</>
			);
		case "done":
			return (
				<>
					<p role="status">{t("setup.done.text", { name: props.name })}</p>
					<a href={FIRST_SIGN_IN} className="button button-primary">
						{t("setup.done.signIn")}
					</a>
				</>
			);
		case "form":
			return (
				<>
					<p>{t("setup.form.intro")}</p>
					<p role="alert" className="field-error text-base empty:hidden">
						{props.problem &&
							t(`setup.problems.${props.problem.code}`, { minutes: props.problem.minutes ?? 0 })}
					</p>
					<SettingsForm {...props} />
					{props.isFound ? <Test {...props} /> : null}
					{props.person ? <Finish {...props.person} /> : null}
				</>
			);
	}
}

function Test({ person }: FormProps) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="test">
			<h2 id="test" className="text-2xl font-bold">
				{t("setup.test.title")}
			</h2>
			<p>{t("setup.test.text")}</p>
			<a href="/setup/sign-in" className={`button ${person ? "" : "button-primary"} justify-self-start`}>
				{t(person ? "setup.test.again" : "setup.test.signIn")}
			</a>
			<p className="text-sm text-muted">{t("setup.test.hint")}</p>
		</section>
	);
}

function Finish({ subject, name, picture, hasEmail, roles, claims }: Person) {
	const { t } = useTranslation();
	const rows = {
		name,
		subject,
		picture: picture || t("setup.finish.none"),
		email: t(hasEmail ? "setup.finish.yes" : "setup.finish.no"),
		roles: roles.join(", ") || t("setup.finish.none"),
		claims: claims.join(", "),
	};
	return (
		<section className="panel grid gap-4" aria-labelledby="finish">
			<h2 id="finish" className="text-2xl font-bold">
				{t("setup.finish.title")}
			</h2>
			<dl className="grid gap-3">
				{Object.entries(rows).map(([row, value]) => (
					<div key={row}>
						<dt className="text-sm text-muted">{t(`setup.finish.${row as keyof typeof rows}`)}</dt>
						<dd className="[overflow-wrap:anywhere]">{value}</dd>
					</div>
				))}
			</dl>
			<form method="post" action="/setup">
				<input type="hidden" name="intent" value="finish" />
				<input type="hidden" name="subject" value={subject} />
				<button type="submit" className="button button-primary max-sm:w-full">
					{t("setup.finish.button", { name })}
				</button>
			</form>
		</section>
	);
}
