import { Link } from "@remix-run/react";
import { BadgePercent, Images } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import type { HomePromotion } from "./home";
import { Invitation, Section } from "./section";

interface Props {
	promotions: readonly HomePromotion[];
	/** Number of the channel's embedded posts. */
	posts: number;
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
						<li key={id} className="home-card panel relative grid min-w-0 content-start overflow-hidden p-0">
							<Picture image={image} icon={BadgePercent} />
							<div className="grid gap-1 px-3 py-4">
								<h3 className="font-bold break-words">
									<Link
										to="/promotions"
										className="outline-none after:absolute after:inset-0 after:rounded-3xl after:content-[''] focus-visible:after:outline-3 focus-visible:after:outline-accent-text"
									>
										{title}
									</Link>
								</h3>
								{welcomeBonus ? <p className="text-muted break-words">{welcomeBonus}</p> : null}
							</div>
						</li>
					))}
					{posts > 0 ? (
						<li className="home-card panel relative grid min-h-32 min-w-0 content-center justify-items-center gap-2 text-center">
							<Images aria-hidden="true" className="size-12 text-accent-text" strokeWidth={1.25} />
							<h3 className="font-bold">
								<Link
									to="/social"
									className="outline-none after:absolute after:inset-0 after:rounded-3xl after:content-[''] focus-visible:after:outline-3 focus-visible:after:outline-accent-text"
								>
									{t("homePage.news.posts", { count: posts, posts: formatPoints(posts, language) })}
								</Link>
							</h3>
						</li>
					) : null}
				</ul>
			)}
		</Section>
	);
}
