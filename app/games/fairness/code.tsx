import type { ReactNode } from "react";

/** A formula or command in monospace on its own line. It breaks at spaces, and in words that are longer than a line. */
export function Code({ children }: { children: ReactNode }) {
	return (
		<code className="mono mt-1 block whitespace-pre-wrap break-normal wrap-break-word rounded-xl bg-raised px-3 py-2">
			{children}
		</code>
	);
}
