import { Cherry } from "lucide-react";

/** Replaces the carousel when there are no slots, or when they could not be loaded (`failed`). */
export function NoSlots({ text, failed }: { text: string; failed: boolean }) {
	return (
		<div className="panel grid justify-items-center gap-3 py-14 text-center" data-testid="no-slots">
			<Cherry aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
			<p className={`text-lg font-semibold ${failed ? "text-bad" : ""}`}>{text}</p>
		</div>
	);
}
