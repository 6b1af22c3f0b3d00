import type { ReactNode } from "react";

/** A line that is to be programmed. */
export function Code({ children }: { children: ReactNode }) {
	return <code className="mono mt-1 block rounded-xl bg-raised px-3 py-2">{children}</code>;
}
