import { useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/**
 * A line along the top while a navigation loads.
 * @param texts what is said of pages whose addresses begin so, where that is more than that something loads.
 */
export function ProgressLine({ texts }: { texts: Readonly<Record<string, string>> }) {
	const { t } = useTranslation();
	const { state, location, formMethod } = useNavigation();
	const { pathname } = useLocation();
	const path = Object.keys(texts).find((start) => location?.pathname.startsWith(start));
	// Within such a page its own words say what is under way.
	const text = path && !formMethod && !pathname.startsWith(path) ? texts[path] : undefined;
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
