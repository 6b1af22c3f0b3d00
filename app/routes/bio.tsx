import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paragraphsOf, textIn } from "~/channel/channel";
import { ProfilePicture } from "~/channel/profile-picture";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { readSocialLinks } from "~/social/links.server";
import { SocialLinks } from "~/social/social-links";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.bio"),
	messages: ["legal"],
	navigation: { label: (t) => t("shell.bio"), icon: UserRound, order: 70 },
	shared: true,
});

export async function loader({ request }: LoaderFunctionArgs) {
	const [requested, links] = await Promise.all([languageOf(request), readSocialLinks(site.db)]);
	const { name, about, profileImage } = site.channel();
	const { text, language } = textIn(about, requested);
	return { name, profileImage, paragraphs: paragraphsOf(text), language, links };
}

export default function Bio() {
	const { t } = useTranslation();
	const { name, profileImage, paragraphs, language, links } = useLoaderData<typeof loader>();
	return (
		<article className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 py-2 md:grid-cols-[auto_minmax(0,1fr)] md:gap-12 lg:py-8">
			<ProfilePicture
				image={profileImage}
				name={name}
				className="size-44 border-4 border-line sm:size-56 md:sticky md:top-24 lg:size-64"
			/>
			<div className="grid gap-6">
				<header className="grid gap-2">
					<p className="text-lg font-semibold text-accent-text [overflow-wrap:anywhere]">{name}</p>
					<h1 className="text-4xl font-extrabold sm:text-5xl">{t("legal.about")}</h1>
				</header>
				<div className="grid max-w-prose gap-4 text-lg" lang={language} data-testid="about">
					{paragraphs.map((paragraph, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
						<p key={at} className="whitespace-pre-line [overflow-wrap:anywhere]">
							{paragraph}
						</p>
					))}
				</div>
				{links.length > 0 ? (
					<section aria-labelledby="more" className="grid gap-3">
						<h2 id="more" className="text-xl font-bold">
							{t("legal.moreOf")}
						</h2>
						<SocialLinks links={links} />
					</section>
				) : null}
			</div>
		</article>
	);
}
