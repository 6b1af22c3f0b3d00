import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { StreamState } from "./stream";
import { StreamAbout } from "./stream-about";
import { useStreamState } from "./use-stream-state";

/** Shows that the stream is live, with a link to the home page. Renders nothing while it is not. */
export function StreamLine({ stream, language }: { stream: StreamState; language: Language }) {
	const { t } = useTranslation();
	const { isLive, details } = useStreamState(stream);
	if (!isLive) return null;
	return (
		<section
			aria-label={t("lobby.onAir")}
			className="panel flex flex-wrap items-center gap-x-6 gap-y-3"
			data-testid="stream-line"
		>
			<p className="badge">
				<span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-current" />
				{t("lobby.onAir")}
			</p>
			<div className="min-w-0 flex-1 basis-60">
				{details ? <StreamAbout details={details} language={language} /> : null}
			</div>
			<Link to="/" className="button max-sm:w-full">
				{t("lobby.watch")}
			</Link>
		</section>
	);
}
