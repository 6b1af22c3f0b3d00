import { Link } from "@remix-run/react";
import { Gamepad2, Store } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ProfilePicture } from "~/channel/profile-picture";
import type { Language } from "~/i18n/languages";
import type { ShownLink } from "~/social/shown-links.server";
import { SocialLinks } from "~/social/social-links";

interface Props {
	name: string;
	tagline: { text: string; language: Language };
	profileImage: string;
	links: readonly ShownLink[];
}

/** The channel's picture, name, tagline and links, with the ways into games and store. */
export function Hero({ name, tagline, profileImage, links }: Props) {
	const { t } = useTranslation();
	return (
		<section className="home-hero grid min-w-0 content-center gap-6" aria-label={name}>
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
			<div className="flex flex-wrap gap-3">
				<Link to="/mini-games" className="button button-primary min-h-14 px-6 text-lg">
					<Gamepad2 aria-hidden="true" className="size-6" />
					{t("home.play")}
				</Link>
				<Link to="/store" className="button min-h-14 px-6 text-lg">
					<Store aria-hidden="true" className="size-6" />
					{t("home.store")}
				</Link>
			</div>
			{links.length > 0 ? (
				<div className="grid gap-3">
					<h2 className="text-base font-bold text-muted">{t("home.links")}</h2>
					<SocialLinks links={links} />
				</div>
			) : null}
		</section>
	);
}
