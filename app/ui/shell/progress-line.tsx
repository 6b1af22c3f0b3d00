import { useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { NavEntry } from "./side-nav";

/** A line along the top while a navigation loads; to a page in the navigation with the text that it declares. */
export function ProgressLine({ entries }: { entries: readonly NavEntry[] }) {
	const { t } = useTranslation();
	const { state, location, formMethod } = useNavigation();
	const { pathname } = useLocation();
	const entry = entries.find(({ to, loading }) => loading && location?.pathname.startsWith(to));
	// Within such a page its own messages say what loads.
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
