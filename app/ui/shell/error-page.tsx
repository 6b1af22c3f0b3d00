import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Logo } from "./logo";

/** The localised message of a thrown refusal (status below 500, or 503); undefined for an unexpected error. */
const refusalOf = (error: unknown): string | undefined =>
	isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)
		? String(error.data)
		: undefined;

/** The error boundary of the whole site, without the shell. Shows a refusal's message, or a general error with the request id. */
export function ErrorPage({ requestId }: { requestId: string | undefined }) {
	return (
		<main className="spotlight grid min-h-dvh place-items-center p-4">
			<ErrorPanel refusal={refusalOf(useRouteError())} requestId={requestId} />
		</main>
	);
}

/** The error boundary of a route without a page: shows the refusal within the shell. */
export function RefusalBoundary() {
	return <ErrorPanel refusal={refusalOf(useRouteError())} requestId={undefined} />;
}

function ErrorPanel({ refusal, requestId }: { refusal: string | undefined; requestId: string | undefined }) {
	const { t } = useTranslation();
	// The cause may be that the page was opened by another name of the host.
	const root = useRouteLoaderData<{ origin: string }>("root");
	return (
		<div className="panel mx-auto grid w-full max-w-lg gap-4 p-6 sm:p-10">
			<Logo className="size-14" />
			<h1 className="text-3xl font-extrabold">{t(refusal ? "shell.refusedTitle" : "shell.errorTitle")}</h1>
			<p>{refusal || t("shell.errorText")}</p>
			{requestId ? <p className="mono text-muted">{t("shell.requestReference", { id: requestId })}</p> : null}
			<a href={`${root?.origin ?? ""}/`} className="button button-primary justify-self-start">
				{t("shell.toHome")}
			</a>
		</div>
	);
}
