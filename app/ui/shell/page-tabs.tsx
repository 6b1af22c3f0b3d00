import { NavLink } from "@remix-run/react";

interface Props {
	label: string;
	/** Addresses with their names. */
	pages: readonly (readonly [path: string, name: string])[];
}

/** Pages that belong together, and which of them this is. */
export function PageTabs({ label, pages }: Props) {
	return (
		<nav aria-label={label}>
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
