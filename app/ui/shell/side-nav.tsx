import { NavLink, useLocation } from "@remix-run/react";
import { ChevronDown, X } from "lucide-react";
import { type SVGAttributes, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRememberedSwitch } from "../use-remembered-switch";
import type { CountName } from "./handle";
import { Kept } from "./kept";
import { useHideOnNavigation } from "./use-hide-on-navigation";

export interface NavEntry {
	to: string;
	label: string;
	/** The content of the SVG element of a Lucide icon, rendered by the server. */
	icon: string;
	/** The entry is in the team's group. */
	forTeam?: true;
	/** Text shown while the page loads, instead of the general one. */
	loading?: string | undefined;
	/** Which of the counts it shows. */
	count?: CountName | undefined;
}

/** What waits for the team; undefined for other viewers. */
export type Counts = Readonly<Record<CountName, number>> | undefined;

/** The element id, for the button that opens the drawer. */
export const NAV_ID = "site-navigation";

/** The attributes of all Lucide icons. */
const ICON: SVGAttributes<SVGSVGElement> = {
	...{ viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth: 2 },
	...{ strokeLinecap: "round", strokeLinejoin: "round", className: "size-5 shrink-0", "aria-hidden": true },
};

/** The storage key of the team's group. */
const CLOSED_GROUP = "admin-menu-closed";

/** The site's navigation: beside the page on large screens, a native popover as a drawer on small ones. */
export function SideNav({ entries, counts }: { entries: readonly NavEntry[]; counts: Counts }) {
	const { t } = useTranslation();
	const nav = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	useHideOnNavigation(nav);
	return (
		<Kept
			as="nav"
			elementRef={nav}
			by={["nav", entries.map(({ to }) => to).join(), pathname, counts?.waitingOrders, counts?.failures]}
			id={NAV_ID}
			popover="auto"
			aria-label={t("shell.siteNavigation")}
			className="site-nav z-20"
		>
			{() => <Content entries={entries} counts={counts} />}
		</Kept>
	);
}

function Content({ entries, counts }: { entries: readonly NavEntry[]; counts: Counts }) {
	const { t } = useTranslation();
	const forTeam = entries.filter((entry) => entry.forTeam);
	return (
		<>
			<button
				type="button"
				popovertarget={NAV_ID}
				popovertargetaction="hide"
				className="button button-icon ml-auto flex lg:hidden"
				aria-label={t("shell.closeMenu")}
			>
				<X aria-hidden="true" className="size-5" />
			</button>
			<Entries
				entries={entries.filter((entry) => !entry.forTeam)}
				counts={counts}
				size="min-h-12 lg:min-h-8.5"
			/>
			{forTeam.length > 0 ? <TeamEntries entries={forTeam} counts={counts} /> : null}
		</>
	);
}

/** The entries for the team, which can be folded away. With scripts the choice is remembered. */
function TeamEntries({ entries, counts }: { entries: readonly NavEntry[]; counts: Counts }) {
	const { t } = useTranslation();
	const [isClosed, toggle] = useRememberedSwitch(CLOSED_GROUP);
	return (
		<details
			open={!isClosed}
			onToggle={({ currentTarget }) => {
				if (currentTarget.open === isClosed) toggle();
			}}
			className="nav-group mt-2 border-t border-line pt-1 lg:mt-1"
			data-testid="admin-menu"
		>
			<summary className="flex min-h-11 items-center justify-between rounded-2xl px-4 text-sm font-bold text-muted hover:bg-raised lg:min-h-8.5">
				{t("shell.administration")}
				<ChevronDown aria-hidden="true" className="nav-group-mark size-5" />
			</summary>
			<Entries entries={entries} counts={counts} size="min-h-11 lg:min-h-8.5" />
		</details>
	);
}

function Entries({ entries, counts, size }: { entries: readonly NavEntry[]; counts: Counts; size: string }) {
	return (
		<ul className="grid gap-0.5">
			{entries.map(({ to, label, icon, count }) => (
				<li key={to}>
					<NavLink
						to={to}
						end={to === "/"}
						className={({ isActive }) =>
							`nav-entry flex items-center gap-3 rounded-2xl px-4 font-semibold transition-colors ${size} ${
								isActive ? "bg-accent text-accent-ink" : "text-text hover:bg-raised"
							}`
						}
					>
						{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from an icon in the code. */}
						<svg {...ICON} dangerouslySetInnerHTML={{ __html: icon }} />
						{label}
						{count && counts ? <Count name={count} value={counts[count]} /> : null}
					</NavLink>
				</li>
			))}
		</ul>
	);
}

const MAX_SHOWN = 99;

/** A number that waits for the team; nothing for 0. */
function Count({ name, value }: { name: CountName; value: number }) {
	const { t } = useTranslation();
	if (value === 0) return null;
	return (
		<span className="badge ml-auto tabular-nums" data-testid={name}>
			<span aria-hidden="true">{value > MAX_SHOWN ? `${MAX_SHOWN}+` : value}</span>
			<span className="sr-only">{t(`shell.counts.${name}`, { count: value })}</span>
		</span>
	);
}
