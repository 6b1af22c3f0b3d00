import { useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { NavEntry } from "./side-nav";

/**
 * A line at the top while a navigation loads, with a text for screen readers. A link that enters a page of the navigation
 * shows the entry's `loading` text, if it has one.
 */
export function ProgressLine({ entries }: { entries: readonly NavEntry[] }) {
	const { t } = useTranslation();
	const { state, location, formMethod } = useNavigation();
	const { pathname } = useLocation();
	const entry = entries.find(({ to, loading }) => loading && location?.pathname.startsWith(to));
	// Within such a page, the page shows what loads.
	const text = entry && !formMethod && !pathname.startsWith(entry.to) ? entry.loading : undefined;
	return (
		<div role="status">
			{state === "idle" ? null : (
				<>
					<span className={text ? "loading-text" : "sr-only"}>{text ?? t("shell.loading")}</span>
					<div className="progress-line" />
				</>
			)}
		</div>
	);
}
