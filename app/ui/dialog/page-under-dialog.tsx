import { useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";

interface Props {
	className: string;
	children: ReactNode;
	/** The dialog over the page; by default the child route. */
	dialog?: ReactNode;
}

/** Renders a page and the dialog over it. While a dialog is open the page is inert. */
export function PageUnderDialog({ className, children, dialog }: Props) {
	const outlet = useOutlet();
	const open = dialog ?? outlet;
	return (
		<>
			<div className={`page-under-dialog ${className}`} inert={open ? "" : undefined}>
				{children}
			</div>
			{open}
		</>
	);
}
