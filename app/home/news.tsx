import { BadgePercent, Images } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import type { HomePage } from "./home.server";
import { Card, Invitation, Section } from "./section";

interface Props extends Pick<HomePage, "promotions" | "posts"> {
	language: Language;
}

/** The newest promotions, and the way to the channel's posts. Without either, it invites an admin. */
export function News({ promotions, posts, language }: Props) {
	const { t } = useTranslation();
	const isEmpty = promotions.length === 0 && posts === 0;
	return (
		<Section
			id="home-news"
			icon={BadgePercent}
			title={t("homePage.news.title")}
			by={[promotions, posts]}
			to={promotions.length > 0 ? { path: "/promotions", label: t("homePage.news.more") } : undefined}
		>
			{isEmpty ? (
				<Invitation
					text={t("homePage.news.invite")}
					to={{ path: "/promotions", label: t("homePage.news.add") }}
				/>
			) : (
				<ul className="home-cards">
					{promotions.map(({ id, title, image, welcomeBonus }) => (
						<Card
							key={id}
							picture={<Picture image={image} icon={BadgePercent} />}
							to="/promotions"
							title={title}
						>
							{welcomeBonus ? <p className="text-muted break-words">{welcomeBonus}</p> : null}
						</Card>
					))}
					{posts > 0 ? (
						<Card
							picture={
								<Images aria-hidden="true" className="mt-6 size-12 justify-self-center text-accent-text" />
							}
							to="/social"
							title={t("homePage.news.posts", { count: posts, posts: formatPoints(posts, language) })}
						/>
					) : null}
				</ul>
			)}
		</Section>
	);
}
