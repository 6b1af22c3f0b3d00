import type { LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { imageSource } from "./pictures";
import "./picture.css";

interface Props {
	image?: string;
	/** Where it is loaded from, if not from where `image` says. */
	source?: string | undefined;
	/** Stands in for no picture, and for one that does not load, which is hidden. */
	icon: LucideIcon;
	className?: string;
	/** Of the first pictures that a page shows. */
	eager?: boolean;
}

/** A picture by its address or file name, 4 to 3. What it shows is said beside it, so it is without words. */
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
		// It may have failed before the page could listen.
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
