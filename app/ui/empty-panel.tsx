import type { LucideIcon } from "lucide-react";

/** What a page shows instead of a list without entries. */
export function EmptyPanel({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
	return (
		<div className="panel grid justify-items-center gap-3 py-14 text-center">
			<Icon aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
			<p className="text-lg text-muted">{text}</p>
		</div>
	);
}
