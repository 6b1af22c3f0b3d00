import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Logo } from "./logo";

/** @param refusal the reason in the viewer's language; without one the fault is the site's own. */
export function ErrorPage({ refusal, requestId }: { refusal?: string; requestId?: string }) {
	const { t } = useTranslation();
	return (
		<main className="spotlight grid min-h-dvh place-items-center p-4">
			<div className="panel grid w-full max-w-lg gap-4 p-6 sm:p-10">
				<Logo className="size-14" />
				<h1 className="text-3xl font-extrabold">{t(refusal ? "shell.refusedTitle" : "shell.errorTitle")}</h1>
				<p>{refusal || t("shell.errorText")}</p>
				{requestId ? (
					<p className="mono text-muted">{t("shell.requestReference", { id: requestId })}</p>
				) : null}
				<Link to="/" reloadDocument className="button button-primary justify-self-start">
					{t("shell.toHome")}
				</Link>
			</div>
		</main>
	);
}
