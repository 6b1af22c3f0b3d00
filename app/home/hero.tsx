import { Link } from "@remix-run/react";
import { Gamepad2, LogIn, Store } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ProfilePicture } from "~/channel/profile-picture";
import type { Language } from "~/i18n/languages";
import type { ShownLink } from "~/social/links.server";
import { SocialLinks } from "~/social/social-links";
import { Kept } from "~/ui/shell/kept";

interface Props {
	name: string;
	tagline: { text: string; language: Language };
	profileImage: string;
	links: readonly ShownLink[];
	/** The points of the first sign-in; undefined for a viewer, who has them. */
	start: number | undefined;
	/** Shown under the ways into games and store. */
	children: ReactNode;
}

/** The channel's picture, name, tagline and links, with the ways into games and store; for a visitor first what a sign-in gives. */
export function Hero({ name, tagline, profileImage, links, start, children }: Props) {
	const { t } = useTranslation();
	return (
		<Kept
			as="section"
			by={["hero", name, tagline, profileImage, links, start]}
			own={[children]}
			className="home-hero grid min-w-0 content-center gap-6"
			aria-label={name}
		>
			{(own) => (
				<>
					<div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 sm:gap-6">
						<ProfilePicture image={profileImage} name={name} className="size-20 sm:size-32 2xl:size-40" />
						<h1 className="text-4xl font-extrabold tracking-tight [overflow-wrap:anywhere] sm:text-6xl 2xl:text-7xl">
							{name}
						</h1>
					</div>
					{tagline.text ? (
						<p
							className="max-w-prose text-lg text-muted [overflow-wrap:anywhere] sm:text-xl"
							lang={tagline.language}
						>
							{tagline.text}
						</p>
					) : null}
					{start === undefined ? null : <Join start={start} />}
					<div className="flex flex-wrap gap-3">
						<Link
							to="/mini-games"
							className={`button min-h-14 px-6 text-lg ${start === undefined ? "button-primary" : ""}`}
						>
							<Gamepad2 aria-hidden="true" className="size-6" />
							{t("home.play")}
						</Link>
						<Link to="/store" className="button min-h-14 px-6 text-lg">
							<Store aria-hidden="true" className="size-6" />
							{t("home.store")}
						</Link>
					</div>
					{own}
					{links.length > 0 ? (
						<div className="grid gap-3">
							<h2 className="text-base font-bold text-muted">{t("home.links")}</h2>
							<SocialLinks links={links} />
						</div>
					) : null}
				</>
			)}
		</Kept>
	);
}

/** The sign-in, with what it gives at once and what points are for. */
function Join({ start }: { start: number }) {
	const { t } = useTranslation();
	return (
		<div className="grid justify-items-start gap-2">
			<Link
				to="/login?returnTo=%2F"
				reloadDocument
				className="button button-primary min-h-14 px-6 text-lg max-sm:w-full"
			>
				<LogIn aria-hidden="true" className="size-6 shrink-0" />
				{start > 0 ? t("homePage.join.button", { count: start }) : t("homePage.join.plain")}
			</Link>
			<p className="max-w-prose text-muted">{t("homePage.join.text")}</p>
		</div>
	);
}
