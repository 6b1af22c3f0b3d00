import { Form, Link } from "@remix-run/react";
import { LogOut } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept, useKept } from "~/ui/shell/kept";
import { useHideOnNavigation } from "~/ui/shell/use-hide-on-navigation";
import { Avatar } from "./avatars/avatar";

/** The element id, for the button that opens the menu. */
const MENU_ID = "account-menu";

const PAGES = [
	["/points", "yourPoints"],
	["/points/history", "yourHistory"],
	["/points/orders", "yourOrders"],
	["/points/care", "yourLimits"],
	["/points/page", "yourPage"],
] as const;

interface Props {
	viewer: { username: string; points: number; avatar: string | undefined };
	language: Language;
	/** Leaves room for another button on a phone. */
	isNarrow: boolean;
}

/** The viewer's name and balance, which open the menu of personal pages: a native popover, which works without scripts. */
export function AccountMenu({ viewer, language, isNarrow }: Props) {
	const { t } = useTranslation();
	const menu = useRef<HTMLElement>(null);
	useHideOnNavigation(menu);
	const { username, avatar } = viewer;
	const points = formatPoints(viewer.points, language);
	const button = useKept(
		["account-button"],
		(picture, name, balance) => (
			<>
				{picture}
				<span className="grid leading-tight">
					<span className="sr-only">{t("shell.accountMenu")}: </span>
					<bdi
						className="max-w-18 truncate text-xs font-semibold text-muted sm:max-w-40 sm:text-sm"
						data-testid="username"
					>
						{name}
					</bdi>
					<span className="text-sm font-bold whitespace-nowrap tabular-nums sm:text-base">
						<span className="sr-only">{t("shell.balance", { points: "" })}</span>
						<span data-testid="balance">{balance}</span>
						<span className="hidden text-sm font-semibold text-muted sm:inline">
							{" "}
							{t("shell.pointsShort")}
						</span>
					</span>
				</span>
			</>
		),
		[
			<Avatar
				key="picture"
				name={username}
				picture={avatar}
				className={`size-8 ${isNarrow ? "max-[400px]:hidden" : "max-[359px]:hidden"}`}
			/>,
			username,
			points,
		],
	);
	return (
		<>
			<button
				type="button"
				popovertarget={MENU_ID}
				title={t("shell.signedInAs", { name: username })}
				className={`flex min-h-11 items-center gap-2 rounded-full bg-raised py-1 pr-3 pl-1.5 text-left ${isNarrow ? "max-[400px]:pl-3" : "max-[359px]:pl-3"}`}
			>
				{button}
			</button>
			<nav
				ref={menu}
				id={MENU_ID}
				popover="auto"
				aria-label={t("shell.accountMenu")}
				className="account-menu"
			>
				<div className="flex min-w-0 items-center gap-3 px-2 pt-1 pb-3">
					<Avatar name={username} picture={avatar} className="size-12" />
					<p className="grid min-w-0">
						<bdi className="font-bold wrap-anywhere">{username}</bdi>
						<span className="text-sm text-muted tabular-nums">
							{points} {t("shell.pointsShort")}
						</span>
					</p>
				</div>
				<Kept as="div" by={["account-pages"]} className="contents">
					{() => <Pages />}
				</Kept>
			</nav>
		</>
	);
}

function Pages() {
	const { t } = useTranslation();
	return (
		<>
			<ul className="grid gap-0.5 border-y border-line py-2">
				{PAGES.map(([path, name]) => (
					<li key={path}>
						<Link
							to={path}
							className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-semibold hover:bg-raised"
						>
							{t(`shell.${name}`)}
						</Link>
					</li>
				))}
			</ul>
			<Form method="post" action="/logout" reloadDocument className="grid pt-2">
				<button
					type="submit"
					className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-semibold hover:bg-raised"
				>
					<LogOut aria-hidden="true" className="size-5 shrink-0 text-muted" />
					{t("shell.signOut")}
				</button>
			</Form>
		</>
	);
}
