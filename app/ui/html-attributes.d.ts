import "react";

/** Attributes of HTML that React 18 passes on as they are written but has no types for. */
declare module "react" {
	interface HTMLAttributes<T> {
		inert?: "";
		popover?: "auto" | "manual";
	}
	interface AnchorHTMLAttributes<T> {
		/** Where a browser tells of a click, beside going where the link leads. */
		ping?: string;
	}
	interface ButtonHTMLAttributes<T> {
		popovertarget?: string;
		popovertargetaction?: "hide" | "show" | "toggle";
	}
}
