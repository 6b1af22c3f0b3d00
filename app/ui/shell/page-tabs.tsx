import { NavLink } from "@remix-run/react";

interface Props {
	label: string;
	/** In the order of the links. */
	pages: readonly (readonly [path: string, name: string])[];
}

/** Links between pages that belong together, with the current one marked. */
export function PageTabs({ label, pages }: Props) {
	return (
		<nav aria-label={label}>
			<ul className="flex flex-wrap gap-2">
				{pages.map(([path, name]) => (
					<li key={path}>
						<NavLink
							to={path}
							end
							className={({ isActive }) =>
								`button max-sm:px-3 max-sm:text-sm ${isActive ? "button-chosen" : "text-muted"}`
							}
						>
							{name}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
