import type { ReactNode } from "react";

interface Props {
	title: string;
	intro?: ReactNode;
	/** Stands at the end of the line of the heading. */
	beside?: ReactNode;
	/** Links and controls below. */
	children?: ReactNode;
}

/** The heading of a page, and what the page is about. */
export function PageHeader({ title, intro, beside, children }: Props) {
	return (
		<header className="grid gap-3">
			<div className="flex flex-wrap items-end justify-between gap-3">
				<h1 className="min-w-0 text-4xl font-extrabold break-words sm:text-5xl">{title}</h1>
				{beside}
			</div>
			{intro ? <p className="max-w-prose text-lg text-muted">{intro}</p> : null}
			{children}
		</header>
	);
}
