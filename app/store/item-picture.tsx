import { Gift } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { imageSource } from "./items";

interface Props {
	image: string;
	className?: string;
	/** Of the first pictures that a page shows. */
	eager?: boolean;
}

/** An item's picture; a parcel stands in for none, and for one that does not load. */
export function ItemPicture({ image, className = "", eager = false }: Props) {
	const source = imageSource(image);
	const element = useRef<HTMLImageElement>(null);
	const [broken, setBroken] = useState<string>();
	useEffect(() => {
		// It may have failed before the page could listen.
		const { current } = element;
		if (current?.complete && current.naturalWidth === 0) setBroken(source);
	}, [source]);
	return (
		<div className={`item-picture ${className}`}>
			<Gift aria-hidden="true" className="size-16 text-muted opacity-50" strokeWidth={1.25} />
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
