import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Gamepad2, House, Store } from "lucide-react";
import { useTranslation } from "react-i18next";
import { textIn } from "~/channel/channel";
import { ProfilePicture } from "~/channel/profile-picture";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { findSocialLinks } from "~/social/links.queries.server";
import { SocialLinks } from "~/social/social-links";
import type { Handle } from "~/ui/shell/handle";

export const handle: Handle = {
	navigation: { label: (t) => t("shell.home"), icon: House, order: 10 },
	shared: true,
};

export async function loader({ request }: LoaderFunctionArgs) {
	const [language, links] = await Promise.all([languageOf(request), findSocialLinks(site.db)]);
	const { name, tagline, profileImage } = site.channel();
	return { name, tagline: textIn(tagline, language), profileImage, links };
}

export default function Home() {
	const { t } = useTranslation();
	const { name, tagline, profileImage, links } = useLoaderData<typeof loader>();
	return (
		<section className="grid grid-cols-[minmax(0,1fr)] items-center gap-10 py-6 md:grid-cols-[auto_minmax(0,1fr)] md:py-16 lg:gap-16">
			<ProfilePicture image={profileImage} name={name} className="size-52 sm:size-64 lg:size-80" />
			<div className="grid gap-6">
				<h1 className="text-5xl font-extrabold tracking-tight [overflow-wrap:anywhere] sm:text-6xl lg:text-7xl">
					{name}
				</h1>
				{tagline.text ? (
					<p className="max-w-prose text-xl text-muted [overflow-wrap:anywhere]" lang={tagline.language}>
						{tagline.text}
					</p>
				) : null}
				<div className="flex flex-wrap gap-3">
					<Link to="/mini-games" className="button button-primary min-h-14 px-7 text-lg">
						<Gamepad2 aria-hidden="true" className="size-6" />
						{t("home.play")}
					</Link>
					<Link to="/store" className="button min-h-14 px-7 text-lg">
						<Store aria-hidden="true" className="size-6" />
						{t("home.store")}
					</Link>
				</div>
				{links.length > 0 ? (
					<div className="grid gap-3">
						<h2 className="text-xl font-bold">{t("home.links")}</h2>
						<SocialLinks links={links} />
					</div>
				) : null}
			</div>
		</section>
	);
}
