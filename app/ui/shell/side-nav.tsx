import { NavLink, useLocation } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

export interface NavEntry {
	to: string;
	label: string;
	/** An SVG element, rendered by the server. */
	icon: string;
	/** Shown while the page loads, where it says more than that something loads. */
	loading?: string | undefined;
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
				{entries.map(({ to, label, icon }) => (
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
							{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from an icon in the code. */}
							<span className="contents" dangerouslySetInnerHTML={{ __html: icon }} />
							{label}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
