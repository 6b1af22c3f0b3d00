import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
	Links,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLoaderData,
	useLocation,
	useMatches,
	useRevalidator,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ComponentProps, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { avatarAddress } from "./account/avatars/avatar-address";
import { readPreferences } from "./account/preferences.server";
import { DEFAULT_THEME } from "./account/theme";
import { textIn } from "./channel/channel";
import { useWelcome } from "./home/use-welcome";
import { readWelcome } from "./home/welcome.server";
import { i18nIn, languageOf, namesIn } from "./i18n/i18next.server";
import { type NoticeCode, noticeKey } from "./i18n/messages";
import { instantOf } from "./lib/instant";
import { currentContext } from "./lib/request-context.server";
import { may } from "./lib/rights";
import { useConnection, useTopic } from "./live/live";
import { countUnreadNotices } from "./notifications/notices.queries.server";
import { BALANCE_TOPIC, type BalanceUpdate } from "./points/balance";
import { readPages } from "./site/pages.server";
import { findViewer, site } from "./site/site.server";
import { readAdminCounts } from "./store/admin-counts.queries.server";
import { readGoal } from "./store/goal/goal.server";
import { useAdminCounts } from "./store/use-admin-counts";
import stylesHref from "./styles.css?url";
import { DisplayedBalanceProvider, useDisplayedBalance } from "./ui/displayed-balance";
import { part } from "./ui/part";
import { DocumentContext } from "./ui/shell/document-context";
import { ErrorPage } from "./ui/shell/error-page";
import { Footer } from "./ui/shell/footer";
import { useGuardedShortcuts } from "./ui/shell/guarded-shortcuts";
import { declarePage, useHandles, useIsUnderDialog, useRefreshAfter } from "./ui/shell/handle";
import { Header } from "./ui/shell/header";
import { useKept } from "./ui/shell/kept";
import noscriptHref from "./ui/shell/noscript.css?url";
import { PageMeta, usePageMeta } from "./ui/shell/page-meta";
import { ProgressLine } from "./ui/shell/progress-line";
import { SideNav } from "./ui/shell/side-nav";
import { Toast } from "./ui/shell/toast";
import { useFocusAfterNavigation } from "./ui/shell/use-focus-after-navigation";
import { useSubmitOnce } from "./ui/shell/use-submit-once";
import { START_SCRIPT } from "./ui/start/start-script";
import { Guard } from "./ui/unsaved/guard";

export { shouldRevalidate } from "./ui/shell/revalidation";

export const handle = await declarePage({});

/** What few pages of visitors show, so that the others do not load its code. */
const [AgeGate, ViewerControls, Welcome] = await Promise.all([
	part("age-text", async () => (await import("./account/age-gate")).AgeGate, true),
	part("account-menu", async () => (await import("./site/viewer-controls")).ViewerControls, true),
	part("welcome", async () => (await import("./home/welcome")).Welcome, true),
]);

/** Notices that tell why another page than the requested one is shown. */
const REFUSALS: ReadonlySet<NoticeCode> = new Set(["adminsOnly", "notFound", "sessionEnded"]);

/**
 * Data of the shell: preferences, viewer and goal, navigation, notice and welcome. Clears the notice's cookie, and the session's cookie
 * if the session has ended.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const context = currentContext();
	const isDocument = !context?.request.url?.split("?", 1)[0]?.endsWith(".data");
	const readAt = instantOf(context?.arrivedAt ?? performance.now());
	const [language, viewer, pages] = await Promise.all([
		languageOf(request),
		findViewer(request),
		readPages(),
	]);
	const goal = viewer && (await readGoal(site.db, viewer.id, language));
	const unread = viewer ? await countUnreadNotices(site.db, viewer.id) : 0;
	const hasCodes = viewer !== undefined && (await site.hasCodes());
	const counts = may(viewer, "orders") ? { ...(await readAdminCounts(site.db)), at: readAt } : undefined;
	const { theme, ageVerified } = readPreferences(request);
	const sessionEnded = !viewer && site.sessions.hasCookie(request);
	// The age gate shows no notice.
	const flash = ageVerified ? site.flash.read(request) : undefined;
	const notice = sessionEnded ? ("sessionEnded" as const) : flash;
	const welcome = viewer && notice === "welcome" ? await readWelcome(site, viewer, language) : undefined;
	const { name, tagline } = site.channel();
	const headers = new Headers();
	if (sessionEnded) headers.append("Set-Cookie", site.sessions.clearCookie());
	else if (notice) headers.append("Set-Cookie", site.flash.clear());
	return data(
		{
			language,
			names: namesIn(language),
			theme,
			ageVerified,
			notice: notice && {
				text: welcome?.text ?? i18nIn(language).t(noticeKey(notice)),
				kind: REFUSALS.has(notice) ? ("refusal" as const) : ("done" as const),
			},
			welcome,
			viewer: viewer && {
				id: viewer.id,
				username: viewer.username,
				points: viewer.points,
				isAdmin: viewer.isAdmin,
				rights: viewer.rights,
				avatar: avatarAddress(viewer.avatarId),
				unread,
				readAt,
			},
			goal,
			hasCodes,
			navigation: pages.navigation(language, viewer),
			counts,
			channel: { name, tagline: textIn(tagline, language).text },
			origin: site.config.APP_ORIGIN,
			// A document's data omit the request id: visitors share cached page data. A failed document has it in `data-request-id`.
			requestId: isDocument ? undefined : context?.id,
			year: site.now().getUTCFullYear(),
		},
		{ headers },
	);
}

/** The HTML document around the page or the error page, for which the loader's data may be missing. */
export function Layout({ children }: { children: ReactNode }) {
	const { requestId } = useContext(DocumentContext);
	const { i18n } = useTranslation();
	const root = useRouteLoaderData<typeof loader>("root");
	const theme = root?.theme ?? DEFAULT_THEME;
	// Before any text below is rendered. On the server all requests share the texts, and `giveNames` alone changes them.
	if (typeof document !== "undefined" && root && i18n.options.interpolation) {
		i18n.options.interpolation.defaultVariables = root.names;
	}
	const refreshAfter = useRefreshAfter();
	const isBare = useHandles().some((handle) => handle.bare);
	return (
		<html lang={i18n.language} className={isBare ? `${theme} bare` : theme} data-request-id={requestId}>
			<head>
				<Head root={root} theme={theme} refreshAfter={refreshAfter} />
			</head>
			<body>
				{children}
				<PageScripts />
			</body>
		</html>
	);
}

interface HeadProps {
	/** Undefined if it could not be loaded. */
	root: ReturnType<typeof useRouteLoaderData<typeof loader>>;
	theme: "dark" | "light";
	refreshAfter: number | undefined;
}

function Head({ root, theme, refreshAfter }: HeadProps) {
	const { nonce } = useContext(DocumentContext);
	const { t } = useTranslation();
	const ids = useMatches().map(({ id }) => id);
	const meta = usePageMeta({
		name: root?.channel.name ?? t("shell.siteName"),
		tagline: root?.channel.tagline ?? "",
		origin: root?.origin ?? "",
	});
	return useKept(["head", ids, theme, refreshAfter, root && meta], () => (
		<>
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
			<script nonce={nonce} dangerouslySetInnerHTML={{ __html: START_SCRIPT }} />
			<meta charSet="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="theme-color" content={theme === "dark" ? "#0f0e13" : "#faf7f1"} />
			<link rel="icon" href="/favicon.ico" sizes="48x48" />
			<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
			<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
			<link rel="manifest" href="/manifest.webmanifest" />
			<link rel="stylesheet" href={stylesHref} />
			<noscript>
				<link rel="stylesheet" href={noscriptHref} />
				{refreshAfter ? <meta httpEquiv="refresh" content={String(refreshAfter)} /> : null}
			</noscript>
			{root ? <PageMeta {...meta} /> : <title>{meta.name}</title>}
			<Links />
		</>
	));
}

function PageScripts() {
	const { nonce } = useContext(DocumentContext);
	const ids = useMatches().map(({ id }) => id);
	return useKept(["scripts", ids], () => (
		<>
			<ScrollRestoration nonce={nonce} />
			<Scripts nonce={nonce} />
		</>
	));
}

export default function App() {
	useGuardedShortcuts();
	useFocusAfterNavigation();
	useSubmitOnce();
	const page = useLoaderData<typeof loader>();
	const { pathname, search } = useLocation();
	const handles = useHandles();
	const isOpen = handles.some((handle) => handle.openToAllAges);
	if (!page.ageVerified && !isOpen) return <AgeGate language={page.language} here={pathname + search} />;
	if (handles.some((handle) => handle.bare)) return <Outlet />;
	return (
		<LiveBalance page={page}>
			<Shell>
				<Outlet />
			</Shell>
		</LiveBalance>
	);
}

/** In a component of its own: a change of the connection does not render the page again. */
function LiveBalance(props: Omit<ComponentProps<typeof DisplayedBalanceProvider>, "isLive">) {
	return <DisplayedBalanceProvider {...props} isLive={useConnection() === "open"} />;
}

function Shell({ children }: { children: ReactNode }) {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const { viewer, goal, language, theme, notice, year, channel, navigation } = page;
	const counts = useAdminCounts(page.counts);
	const { points = 0, update } = useDisplayedBalance();
	const { revalidate } = useRevalidator();
	useTopic(viewer && BALANCE_TOPIC, {
		updated(balance: BalanceUpdate) {
			// The viewer may have signed in as another user in another tab.
			if (balance.userId === viewer?.id) update(balance);
			else revalidate();
		},
	});
	const { pathname, search } = useLocation();
	const fullScreen = useHandles().some((handle) => handle.fullScreen);
	const inert = useIsUnderDialog() ? "" : undefined;
	// A dialog covers the welcome, so that a toast has its text.
	const { welcome, dismiss } = useWelcome(page.welcome, fullScreen || inert !== undefined);
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
					viewer={
						viewer && (
							<ViewerControls
								viewer={{ ...viewer, points }}
								goal={goal}
								hasCodes={page.hasCodes}
								language={language}
							/>
						)
					}
					language={language}
					theme={theme}
					here={pathname + search}
				/>
				<SideNav entries={navigation} counts={counts} />
			</div>
			<ProgressLine entries={navigation} />
			<div className="spotlight flex min-h-dvh flex-col pt-header lg:pl-nav">
				<main
					id="content"
					tabIndex={-1}
					className="mx-auto w-full max-w-6xl grow px-4 pt-8 outline-none sm:px-8"
				>
					{welcome ? <Welcome welcome={welcome} onDismiss={dismiss} /> : null}
					{children}
				</main>
				{fullScreen ? null : <Footer name={channel.name} year={year} inert={inert} />}
			</div>
			{/* A notice that arrives beside the welcome is another one. */}
			<Toast message={welcome && page.welcome ? undefined : notice} />
			<Guard />
		</>
	);
}

export function ErrorBoundary() {
	const { requestId } = useContext(DocumentContext);
	return <ErrorPage requestId={useRouteLoaderData<typeof loader>("root")?.requestId ?? requestId} />;
}
