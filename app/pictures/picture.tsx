import type { LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { imageSource } from "./pictures";
import "./picture.css";

interface Props {
	/** An address or a file name of the image folder; empty for none. */
	image?: string;
	/** The address to load from, if it differs from that of `image`. */
	source?: string | undefined;
	/** Replaces a missing picture, and one that does not load. */
	icon: LucideIcon;
	className?: string;
	/** Whether it is loaded eagerly, as for the first pictures of a page. */
	eager?: boolean;
}

/** A picture in the ratio 4:3, or the icon. It has no alternative text, because its subject is named beside it. */
export function Picture({
	image = "",
	source = imageSource(image),
	icon: Icon,
	className = "",
	eager = false,
}: Props) {
	const element = useRef<HTMLImageElement>(null);
	const [broken, setBroken] = useState<string>();
	useEffect(() => {
		// It may have failed before hydration.
		const { current } = element;
		if (current?.complete && current.naturalWidth === 0) setBroken(source);
	}, [source]);
	return (
		<div className={`picture ${className}`}>
			<Icon aria-hidden="true" className="h-2/5 max-h-16 w-auto text-muted opacity-50" strokeWidth={1.25} />
			{source && source !== broken ? (
				<img
					ref={element}
					src={source}
					alt=""
					width={600}
					height={450}
					loading={eager ? "eager" : "lazy"}
					decoding="async"
					referrerPolicy="no-referrer"
					onError={() => setBroken(source)}
				/>
			) : null}
		</div>
	);
}
