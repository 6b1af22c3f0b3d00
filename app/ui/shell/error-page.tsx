import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Logo } from "./logo";

/** The reason of a refusal in the viewer's language; undefined when the fault is the site's own. */
const refusalOf = (error: unknown): string | undefined =>
	isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)
		? String(error.data)
		: undefined;

/** In place of the whole page. */
export function ErrorPage({ requestId }: { requestId: string | undefined }) {
	return (
		<main className="spotlight grid min-h-dvh place-items-center p-4">
			<ErrorPanel refusal={refusalOf(useRouteError())} requestId={requestId} />
		</main>
	);
}

/** Within the shell, for a route without a page. */
export function RefusalBoundary() {
	return <ErrorPanel refusal={refusalOf(useRouteError())} requestId={undefined} />;
}

function ErrorPanel({ refusal, requestId }: { refusal: string | undefined; requestId: string | undefined }) {
	const { t } = useTranslation();
	return (
		<div className="panel mx-auto grid w-full max-w-lg gap-4 p-6 sm:p-10">
			<Logo className="size-14" />
			<h1 className="text-3xl font-extrabold">{t(refusal ? "shell.refusedTitle" : "shell.errorTitle")}</h1>
			<p>{refusal || t("shell.errorText")}</p>
			{requestId ? <p className="mono text-muted">{t("shell.requestReference", { id: requestId })}</p> : null}
			<Link to="/" reloadDocument className="button button-primary justify-self-start">
				{t("shell.toHome")}
			</Link>
		</div>
	);
}
