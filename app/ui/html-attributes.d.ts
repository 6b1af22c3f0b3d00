import "react";

/** HTML attributes that React 18 renders unchanged but does not declare. */
declare module "react" {
	interface HTMLAttributes<T> {
		inert?: "";
		popover?: "auto" | "manual";
	}
	interface AnchorHTMLAttributes<T> {
		/** The address to which the browser sends a POST request when the link is followed. */
		ping?: string;
	}
	interface ButtonHTMLAttributes<T> {
		popovertarget?: string;
		popovertargetaction?: "hide" | "show" | "toggle";
	}
}
