import { Form, Link } from "@remix-run/react";
import { Coins, LogIn, LogOut, Menu, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { LanguageToggle } from "./language-toggle";
import { Logo } from "./logo";
import { NAV_ID } from "./side-nav";

interface Props {
	/** The channel's. */
	name: string;
	/** Undefined for a visitor. */
	viewer: { username: string; points: number } | undefined;
	language: Language;
	theme: "dark" | "light";
	/** Where the toggles and sign-in come back to. */
	here: string;
}

export function Header({ name, viewer, language, theme, here }: Props) {
	const { t } = useTranslation();
	return (
		<header className="fixed inset-x-0 top-0 z-50 flex h-header items-center gap-2 border-b border-line bg-bg px-3 sm:px-5">
			<button
				type="button"
				popovertarget={NAV_ID}
				className="button button-icon lg:hidden"
				aria-label={t("shell.menu")}
			>
				<Menu aria-hidden="true" className="size-5" />
			</button>
			<Link to="/" className="flex min-w-0 items-center gap-2.5 rounded-xl" aria-label={name}>
				<Logo className="hidden size-9 shrink-0 min-[400px]:block" />
				<span className="hidden truncate font-display text-2xl font-extrabold tracking-tight sm:inline">
					{name}
				</span>
			</Link>
			<div className="ml-auto flex shrink-0 items-center gap-1.5 sm:gap-2">
				{viewer ? <Account viewer={viewer} language={language} /> : <SignIn here={here} />}
				<LanguageToggle language={language} here={here} />
				<Form method="post" action="/preferences" preventScrollReset>
					<input type="hidden" name="returnTo" value={here} />
					<button
						type="submit"
						name="theme"
						value={theme === "dark" ? "light" : "dark"}
						className="button button-icon"
						aria-label={t(theme === "dark" ? "shell.toLight" : "shell.toDark")}
					>
						{theme === "dark" ? (
							<Sun aria-hidden="true" className="size-5" />
						) : (
							<Moon aria-hidden="true" className="size-5" />
						)}
					</button>
				</Form>
			</div>
		</header>
	);
}

function Account({ viewer, language }: { viewer: { username: string; points: number }; language: Language }) {
	const { t } = useTranslation();
	const points = formatPoints(viewer.points, language);
	return (
		<>
			<Link
				to="/points"
				className="flex min-h-11 items-center gap-2 rounded-full bg-raised px-3 font-bold tabular-nums sm:px-4"
				title={t("shell.signedInAs", { name: viewer.username })}
			>
				<Coins aria-hidden="true" className="size-5 text-accent-text" />
				<span className="sr-only">{t("shell.balance", { points: "" })}</span>
				<span data-testid="balance">{points}</span>
				<span className="hidden text-sm font-semibold text-muted sm:inline">{t("shell.pointsShort")}</span>
			</Link>
			<span className="hidden max-w-40 truncate font-semibold md:inline" data-testid="username">
				{viewer.username}
			</span>
			<Form method="post" action="/logout" reloadDocument>
				<button type="submit" className="button max-sm:w-11 max-sm:p-0" aria-label={t("shell.signOut")}>
					<LogOut aria-hidden="true" className="size-5" />
					<span className="max-sm:hidden">{t("shell.signOut")}</span>
				</button>
			</Form>
		</>
	);
}

function SignIn({ here }: { here: string }) {
	const { t } = useTranslation();
	return (
		<Link
			to={`/login?returnTo=${encodeURIComponent(here)}`}
			reloadDocument
			className="button button-primary whitespace-nowrap"
		>
			<LogIn aria-hidden="true" className="size-5" />
			{t("shell.signIn")}
		</Link>
	);
}
