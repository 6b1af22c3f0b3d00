import { NavLink, useLocation } from "@remix-run/react";
import { type LucideIcon, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

export interface NavEntry {
	to: string;
	label: string;
	icon: LucideIcon;
}

export const NAV_ID = "site-navigation";

/** The site's navigation: beside the page on large screens, a native popover as a drawer on small ones. */
export function SideNav({ entries }: { entries: readonly NavEntry[] }) {
	const { t } = useTranslation();
	const nav = useRef<HTMLElement>(null);
	const { key } = useLocation();

	// A link followed with scripts keeps the document, and so would keep the drawer open.
	const shownAt = useRef(key);
	useEffect(() => {
		if (shownAt.current !== key && nav.current?.matches(":popover-open")) nav.current.hidePopover();
		shownAt.current = key;
	}, [key]);

	return (
		<nav
			ref={nav}
			id={NAV_ID}
			popover="auto"
			aria-label={t("shell.siteNavigation")}
			className="site-nav z-20"
		>
			<button
				type="button"
				popovertarget={NAV_ID}
				popovertargetaction="hide"
				className="button button-icon ml-auto flex lg:hidden"
				aria-label={t("shell.closeMenu")}
			>
				<X aria-hidden="true" className="size-5" />
			</button>
			<ul className="mt-2 grid gap-1">
				{entries.map(({ to, label, icon: Icon }) => (
					<li key={to}>
						<NavLink
							to={to}
							end={to === "/"}
							className={({ isActive }) =>
								`flex min-h-12 items-center gap-3 rounded-2xl px-4 font-semibold transition-colors ${
									isActive ? "bg-accent text-accent-ink" : "text-text hover:bg-raised"
								}`
							}
						>
							<Icon aria-hidden="true" className="size-5 shrink-0" />
							{label}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
