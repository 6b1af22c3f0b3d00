import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { imageSource } from "~/pictures/pictures";
import emblem from "~/ui/emblem.svg";

interface Props {
	/** The channel's setting `profileImage`. */
	image: string;
	name: string;
	className?: string;
}

/** The channel's picture; the site's emblem when there is none or it does not load. */
export function ProfilePicture({ image, name, className = "" }: Props) {
	const { t } = useTranslation();
	const own = imageSource(image);
	const element = useRef<HTMLImageElement>(null);
	const [broken, setBroken] = useState<string>();
	useEffect(() => {
		// It may have failed before hydration.
		const { current } = element;
		if (own && current?.complete && current.naturalWidth === 0) setBroken(own);
	}, [own]);
	return (
		<img
			ref={element}
			src={own === undefined || own === broken ? emblem : own}
			alt={t("home.profileAlt", { name })}
			width={320}
			height={320}
			referrerPolicy="no-referrer"
			onError={() => setBroken(own)}
			className={`rounded-full object-cover ${className}`}
		/>
	);
}
