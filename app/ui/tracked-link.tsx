import { type ComponentPropsWithoutRef, useEffect, useState } from "react";

interface Props extends Omit<ComponentPropsWithoutRef<"a">, "ping" | "target" | "rel"> {
	href: string;
	/** The event that a click is counted as. */
	event: "promotion_claim" | "resource_click" | "social_click";
	/** A promotion's id, a resource's key or a platform's key; the server looks up its label. */
	subject: string;
}

/**
 * A link to another site that opens in a new tab and whose clicks are counted. It points to that site directly. The
 * count is sent separately: by a beacon, or by `ping` without scripts, which not all browsers send.
 */
export function TrackedLink({ href, event, subject, onClick, onAuxClick, ...rest }: Props) {
	const address = `/events/${event}/${encodeURIComponent(subject)}`;
	const [hasScripts, setHasScripts] = useState(false);
	useEffect(() => setHasScripts(true), []);
	const sendCount = () => navigator.sendBeacon(address, new URLSearchParams());
	return (
		<a
			{...rest}
			href={href}
			target="_blank"
			rel="noopener noreferrer"
			ping={hasScripts ? undefined : address}
			onClick={(click) => {
				sendCount();
				onClick?.(click);
			}}
			onAuxClick={(click) => {
				// The middle button opens it too.
				if (click.button === 1) sendCount();
				onAuxClick?.(click);
			}}
		/>
	);
}
