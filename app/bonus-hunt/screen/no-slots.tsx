import { Cherry } from "lucide-react";
import type { ReactNode } from "react";

/** Replaces the carousel when there are no slots. */
export function NoSlots({ text, failed, children }: { text: string; failed: boolean; children: ReactNode }) {
	return (
		<div className="panel grid justify-items-center gap-3 py-14 text-center" data-testid="no-slots">
			<Cherry aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
			<p className={`text-lg font-semibold ${failed ? "text-bad" : ""}`}>{text}</p>
			{children ? <p className="max-w-prose text-muted">{children}</p> : null}
		</div>
	);
}
