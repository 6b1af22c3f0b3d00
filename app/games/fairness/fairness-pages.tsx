import { NavLink } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** The pages on which outcomes are checked, and which of them this is. */
export function FairnessPages() {
	const { t } = useTranslation();
	const pages = [
		["/fairness", t("crashFairness.seedsPage")],
		["/fairness/crash", t("crashFairness.soloPage")],
		["/fairness/live-crash", t("crashFairness.livePage")],
	] as const;
	return (
		<nav aria-label={t("crashFairness.pages")}>
			<ul className="flex flex-wrap gap-2">
				{pages.map(([path, name]) => (
					<li key={path}>
						<NavLink
							to={path}
							end
							className={({ isActive }) => `button ${isActive ? "button-chosen" : "text-muted"}`}
						>
							{name}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
