import { Link, useLoaderData } from "@remix-run/react";
import { Gamepad2, Store } from "lucide-react";
import { useTranslation } from "react-i18next";
import emblem from "~/pages/emblem.svg";
import { site } from "~/site.server";
import { findSocialLinks } from "~/social/links.queries.server";
import { SocialLinks } from "~/social/social-links";

export async function loader() {
	return { links: await findSocialLinks(site.db) };
}

export default function Home() {
	const { t } = useTranslation();
	const { links } = useLoaderData<typeof loader>();
	return (
		<section className="grid items-center gap-10 py-6 md:grid-cols-[auto_1fr] md:py-16 lg:gap-16">
			<img
				src={emblem}
				alt={t("home.profileAlt")}
				width={320}
				height={320}
				className="size-52 rounded-full sm:size-64 lg:size-80"
			/>
			<div className="grid gap-6">
				<h1 className="text-5xl font-extrabold tracking-tight sm:text-6xl lg:text-7xl">{t("home.title")}</h1>
				<p className="max-w-prose text-xl text-muted">{t("home.description")}</p>
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
