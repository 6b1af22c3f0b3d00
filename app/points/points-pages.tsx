import { NavLink } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** The viewer's own pages, and which of them this is. */
export function PointsPages() {
	const { t } = useTranslation();
	const pages = [
		["/points", t("points.ledgerPage")],
		["/points/orders", t("points.ordersPage")],
	] as const;
	return (
		<nav aria-label={t("points.title")}>
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
