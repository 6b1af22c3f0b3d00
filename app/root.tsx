import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
	Links,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLoaderData,
	useLocation,
	useRevalidator,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { AgeGate } from "./account/age-gate";
import { readPreferences } from "./account/preferences.server";
import { DEFAULT_THEME } from "./account/theme";
import { textIn } from "./channel/channel";
import { i18nIn, languageOf } from "./i18n/i18next.server";
import { instantOf } from "./lib/instant";
import { currentContext } from "./lib/request-context.server";
import { useConnection, useTopic } from "./live/live";
import { BALANCE_TOPIC, type BalanceUpdate } from "./points/balance";
import { readPages } from "./site/pages.server";
import { findViewer, site } from "./site/site.server";
import stylesHref from "./styles.css?url";
import { ShownBalanceProvider, useShownBalance } from "./ui/displayed-balance";
import { DocumentContext } from "./ui/shell/document-context";
import { ErrorPage } from "./ui/shell/error-page";
import { Footer } from "./ui/shell/footer";
import { useGuardedShortcuts } from "./ui/shell/guarded-shortcuts";
import { declarePage, useHandles, useIsUnderDialog, useRefreshAfter } from "./ui/shell/handle";
import { Header } from "./ui/shell/header";
import noscriptHref from "./ui/shell/noscript.css?url";
import { Notice } from "./ui/shell/notice";
import { ProgressLine } from "./ui/shell/progress-line";
import { SideNav } from "./ui/shell/side-nav";

export { shouldRevalidate } from "./ui/shell/revalidation";

export const handle = await declarePage({});

export async function loader({ request }: LoaderFunctionArgs) {
	const context = currentContext();
	const isDocument = !context?.request.url?.split("?", 1)[0]?.endsWith(".data");
	const readAt = instantOf(context?.arrivedAt ?? performance.now());
	const [language, viewer, pages] = await Promise.all([
		languageOf(request),
		findViewer(request),
		readPages(),
	]);
	const { theme, ageVerified } = readPreferences(request);
	const sessionEnded = !viewer && site.sessions.hasCookie(request);
	const notice = sessionEnded ? ("sessionEnded" as const) : site.flash.read(request);
	const { name, tagline } = site.channel();
	const headers = new Headers();
	if (sessionEnded) headers.append("Set-Cookie", site.sessions.clearCookie());
	else if (notice) headers.append("Set-Cookie", site.flash.clear());
	return data(
		{
			language,
			theme,
			ageVerified,
			notice: notice && i18nIn(language).t(`notices.${notice}`),
			viewer: viewer && {
				id: viewer.id,
				username: viewer.username,
				points: viewer.points,
				isAdmin: viewer.isAdmin,
				readAt,
			},
			navigation: pages.navigation(language, viewer?.isAdmin === true),
			channel: { name, tagline: textIn(tagline, language).text },
			// A document's data omit the request id: visitors share cached page data. A failed document has it in `data-request-id`.
			requestId: isDocument ? undefined : context?.id,
			year: site.now().getUTCFullYear(),
		},
		{ headers },
	);
}

/** The document; also around an error, when the loader may have failed. */
export function Layout({ children }: { children: ReactNode }) {
	const { nonce, requestId } = useContext(DocumentContext);
	const { t, i18n } = useTranslation();
	const handle = useHandles().findLast(({ title }) => title);
	const title = handle?.title?.(t);
	const root = useRouteLoaderData<typeof loader>("root");
	const theme = root?.theme ?? DEFAULT_THEME;
	const refreshAfter = useRefreshAfter();
	const name = root?.channel.name ?? t("shell.siteName");
	return (
		<html lang={i18n.language} className={theme} data-request-id={requestId}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content={theme === "dark" ? "#0f0e13" : "#faf7f1"} />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="stylesheet" href={stylesHref} />
				<noscript>
					<link rel="stylesheet" href={noscriptHref} />
					{refreshAfter ? <meta httpEquiv="refresh" content={String(refreshAfter)} /> : null}
				</noscript>
				<title>{title ? `${title} · ${name}` : name}</title>
				<meta name="description" content={root?.channel.tagline} />
				<Links />
			</head>
			<body>
				{children}
				<ScrollRestoration nonce={nonce} />
				<Scripts nonce={nonce} />
			</body>
		</html>
	);
}

export default function App() {
	useGuardedShortcuts();
	const page = useLoaderData<typeof loader>();
	const { pathname, search } = useLocation();
	const handles = useHandles();
	const isOpen = handles.some((handle) => handle.openToAllAges);
	const isLive = useConnection() === "open";
	if (!page.ageVerified && !isOpen) return <AgeGate language={page.language} here={pathname + search} />;
	if (handles.some((handle) => handle.bare)) return <Outlet />;
	return (
		<ShownBalanceProvider page={page} isLive={isLive}>
			<Shell>
				<Outlet />
			</Shell>
		</ShownBalanceProvider>
	);
}

function Shell({ children }: { children: ReactNode }) {
	const { t } = useTranslation();
	const { viewer, language, theme, notice, year, channel, navigation } = useLoaderData<typeof loader>();
	const { points = 0, tell } = useShownBalance();
	const { revalidate } = useRevalidator();
	useTopic(viewer && BALANCE_TOPIC, {
		updated(news: BalanceUpdate) {
			// Another tab may have signed in as somebody else.
			if (news.userId === viewer?.id) tell(news);
			else revalidate();
		},
	});
	const { pathname, search } = useLocation();
	const fullScreen = useHandles().some((handle) => handle.fullScreen);
	const inert = useIsUnderDialog() ? "" : undefined;
	return (
		<>
			<div inert={inert}>
				<a
					href="#content"
					className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[70] focus:px-4"
				>
					{t("shell.skip")}
				</a>
				<Header
					name={channel.name}
					viewer={viewer && { ...viewer, points }}
					language={language}
					theme={theme}
					here={pathname + search}
				/>
				<SideNav entries={navigation} />
			</div>
			<ProgressLine entries={navigation} />
			<div className="spotlight flex min-h-dvh flex-col pt-header lg:pl-nav">
				<main
					id="content"
					tabIndex={-1}
					className="mx-auto w-full max-w-6xl grow px-4 pt-8 outline-none sm:px-8"
				>
					{children}
				</main>
				{fullScreen ? null : <Footer name={channel.name} year={year} inert={inert} />}
			</div>
			<Notice message={notice} />
		</>
	);
}

export function ErrorBoundary() {
	const { requestId } = useContext(DocumentContext);
	return <ErrorPage requestId={useRouteLoaderData<typeof loader>("root")?.requestId ?? requestId} />;
}
