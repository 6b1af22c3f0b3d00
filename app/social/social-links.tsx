import { useTranslation } from "react-i18next";
import { isPlatform, PLATFORM_ICONS } from "./platforms";

/** Icon links to the channel's other places. A platform that the site has no icon for is left out. */
export function SocialLinks({ links }: { links: readonly { platform: string; url: string }[] }) {
	const { t } = useTranslation();
	return (
		<ul className="flex flex-wrap gap-3">
			{links.map(({ platform, url }) =>
				isPlatform(platform) ? (
					<li key={platform}>
						<a href={url} target="_blank" rel="noreferrer" className="button size-14 p-0">
							<svg viewBox="0 0 24 24" className="size-6" fill="currentColor" aria-hidden="true">
								<path d={PLATFORM_ICONS[platform].path} />
							</svg>
							<span className="sr-only">{t(`home.platform.${platform}`)}</span>
						</a>
					</li>
				) : null,
			)}
		</ul>
	);
}
