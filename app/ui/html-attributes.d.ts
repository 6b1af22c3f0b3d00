import "react";

/** Attributes of HTML that React 18 passes on as they are written but has no types for. */
declare module "react" {
	interface HTMLAttributes<T> {
		inert?: "";
		popover?: "auto" | "manual";
	}
	interface ButtonHTMLAttributes<T> {
		popovertarget?: string;
		popovertargetaction?: "hide" | "show" | "toggle";
	}
}
