import { useEffect, useRef, useState } from "react";
import { FIRST_HEIGHT, heightIn } from "./frame-height";
import { frameAddress, POST_ORIGIN } from "./post-address";

/**
 * The frame of a post, in the height that it requests. It may run scripts and open pages, but cannot navigate
 * this page.
 */
export function PostFrame({ permalink, title }: { permalink: string; title: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	const [height, setHeight] = useState(FIRST_HEIGHT);
	useEffect(() => {
		const onMessage = ({ origin, source, data }: MessageEvent) => {
			if (origin !== POST_ORIGIN || source !== frame.current?.contentWindow) return;
			const requested = heightIn(data);
			if (requested !== undefined) setHeight(requested);
		};
		window.addEventListener("message", onMessage);
		return () => window.removeEventListener("message", onMessage);
	}, []);
	return (
		<iframe
			ref={frame}
			src={frameAddress(permalink)}
			title={title}
			height={height}
			loading="lazy"
			sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
			className="block w-full bg-white"
		/>
	);
}
