import { useTranslation } from "react-i18next";
import { TrackedLink } from "~/ui/tracked-link";
import { isPlatform, PLATFORM_ICONS, type Platform } from "./platforms";

interface Props {
	links: readonly { platform: string; url: string }[];
	/** With each platform's name beside its icon. */
	named?: boolean;
}

/** Icon links to the channel's other places. A platform that the site has no icon for is left out. */
export function SocialLinks({ links, named = false }: Props) {
	const { t } = useTranslation();
	return (
		<ul className="flex flex-wrap gap-3">
			{links.map(({ platform, url }) =>
				isPlatform(platform) ? (
					<li key={platform} className={named ? "max-sm:basis-[calc(50%-0.375rem)]" : undefined}>
						<TrackedLink
							href={url}
							event="social_click"
							subject={platform}
							className={`button ${named ? "min-h-14 w-full gap-3 px-5 text-lg sm:px-7" : "size-14 p-0"}`}
						>
							<PlatformIcon platform={platform} className="size-6 shrink-0" />
							<span className={named ? undefined : "sr-only"}>{t(`home.platform.${platform}`)}</span>
						</TrackedLink>
					</li>
				) : null,
			)}
		</ul>
	);
}

export const PlatformIcon = ({ platform, className }: { platform: Platform; className: string }) => (
	<svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
		<path d={PLATFORM_ICONS[platform].path} />
	</svg>
);
