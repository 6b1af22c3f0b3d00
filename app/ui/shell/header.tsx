import { Form, Link } from "@remix-run/react";
import { LogIn, Menu, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { Kept } from "./kept";
import { LanguageToggle } from "./language-toggle";
import { Logo } from "./logo";
import { NAV_ID } from "./side-nav";

interface Props {
	/** The channel's name. */
	name: string;
	/** The viewer's controls; undefined for a visitor. */
	viewer: ReactNode;
	language: Language;
	theme: "dark" | "light";
	/** The current path and query, to which the toggles and the sign-in redirect. */
	here: string;
}

export function Header({ name, viewer, language, theme, here }: Props) {
	const { t } = useTranslation();
	return (
		<Kept
			as="header"
			by={["header", name, language, theme, here, viewer !== undefined]}
			own={[viewer]}
			className="fixed inset-x-0 top-0 z-50 flex h-header items-center gap-2 border-b border-line bg-bg px-3 max-[400px]:gap-1 max-[400px]:px-2 sm:px-5"
		>
			{(controls) => (
				<>
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
					<div className="ml-auto flex shrink-0 items-center gap-1.5 max-[400px]:gap-1 sm:gap-2">
						{viewer ? controls : <SignIn here={here} />}
						<Toggles language={language} theme={theme} here={here} />
					</div>
				</>
			)}
		</Kept>
	);
}

function Toggles({ language, theme, here }: Pick<Props, "language" | "theme" | "here">) {
	const { t } = useTranslation();
	return (
		<>
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
