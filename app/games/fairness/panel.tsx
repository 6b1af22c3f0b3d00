import type { ReactNode } from "react";

/** A titled section of a fairness page. @param id for links to it. */
export function Panel({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
	return (
		<section id={id} className="panel grid gap-4">
			<h2 className="text-2xl font-bold">{title}</h2>
			{children}
		</section>
	);
}
