import { type ComponentPropsWithoutRef, useEffect, useState } from "react";

interface Props extends Omit<ComponentPropsWithoutRef<"a">, "ping" | "target" | "rel"> {
	href: string;
	/** What a click is counted as. */
	event: "promotion_claim" | "resource_click" | "social_click";
	/** Which of them: a promotion's id, a resource's key, a platform's name. The server knows what it is called. */
	subject: string;
}

/**
 * A link that leads away from the site, in a new tab, and whose clicks are counted. It leads there directly:
 * the count is told beside it, by `ping` where there are no scripts, for not all browsers send that.
 */
export function TrackedLink({ href, event, subject, onClick, onAuxClick, ...rest }: Props) {
	const address = `/events/${event}/${encodeURIComponent(subject)}`;
	const [hasScripts, setHasScripts] = useState(false);
	useEffect(() => setHasScripts(true), []);
	const tell = () => navigator.sendBeacon(address, new URLSearchParams());
	return (
		<a
			{...rest}
			href={href}
			target="_blank"
			rel="noopener noreferrer"
			ping={hasScripts ? undefined : address}
			onClick={(click) => {
				tell();
				onClick?.(click);
			}}
			onAuxClick={(click) => {
				// The middle button opens it too.
				if (click.button === 1) tell();
				onAuxClick?.(click);
			}}
		/>
	);
}
