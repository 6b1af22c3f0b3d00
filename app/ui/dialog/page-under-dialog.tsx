import { useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";

interface Props {
	className: string;
	children: ReactNode;
	/** By default that of the child route. */
	dialog?: ReactNode;
}

/** A page and the dialog over it. While a dialog is open nothing of the page can be reached. */
export function PageUnderDialog({ className, children, dialog }: Props) {
	const outlet = useOutlet();
	const open = dialog ?? outlet;
	return (
		<>
			<div className={className} inert={open ? "" : undefined}>
				{children}
			</div>
			{open}
		</>
	);
}
