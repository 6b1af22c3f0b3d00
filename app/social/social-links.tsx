import { useTranslation } from "react-i18next";
import { TrackedLink } from "~/ui/tracked-link";
import { isPlatform, PLATFORM_ICONS, type Platform } from "./platforms";

interface Props {
	links: readonly { platform: string; url: string }[];
	/** Whether each platform's name is shown beside its icon. */
	named?: boolean;
}

/** Icon links to the channel's other platforms; platforms without an icon are left out. */
export function SocialLinks({ links, named = false }: Props) {
	const { t } = useTranslation();
	return (
		<ul className={named ? "grid grid-cols-2 gap-3 sm:flex sm:flex-wrap" : "flex flex-wrap gap-3"}>
			{links.map(({ platform, url }) =>
				isPlatform(platform) ? (
					<li key={platform}>
						<TrackedLink
							href={url}
							event="social_click"
							subject={platform}
							className={`button ${named ? "min-h-14 w-full gap-3 px-4 sm:px-7 sm:text-lg" : "size-14 p-0"}`}
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
