import type { ReactNode } from "react";

/** A formula in monospace on its own line. */
export function Code({ children }: { children: ReactNode }) {
	return <code className="mono mt-1 block rounded-xl bg-raised px-3 py-2">{children}</code>;
}
