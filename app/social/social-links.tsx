import { useTranslation } from "react-i18next";
import { Kept } from "~/ui/shell/kept";
import { TrackedLink } from "~/ui/tracked-link";
import type { ShownLink } from "./links.server";
import { PlatformIcon } from "./platform-icon";

interface Props {
	links: readonly ShownLink[];
	/** Whether each platform's name is shown beside its icon. */
	named?: boolean;
}

/**
 * Links to the channel's other platforms, whose clicks are counted as `social_click`.
 */
export function SocialLinks({ links, named = false }: Props) {
	const { t } = useTranslation();
	return (
		<Kept
			as="ul"
			by={["links", links, named]}
			className={named ? "grid grid-cols-2 gap-3 sm:flex sm:flex-wrap" : "flex flex-wrap gap-3"}
		>
			{() =>
				links.map(({ platform, url, path }) => (
					<li key={platform}>
						<TrackedLink
							href={url}
							event="social_click"
							subject={platform}
							className={`button ${named ? "min-h-14 w-full gap-3 px-4 sm:px-7 sm:text-lg" : "size-14 p-0"}`}
						>
							<PlatformIcon path={path} className="size-6 shrink-0" />
							<span className={named ? undefined : "sr-only"}>{t(`home.platform.${platform}`)}</span>
						</TrackedLink>
					</li>
				))
			}
		</Kept>
	);
}
