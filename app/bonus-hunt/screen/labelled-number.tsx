import type { ReactNode } from "react";

interface Props {
	label: string;
	children: ReactNode;
	/** Whether the value is above or below the target. */
	tone?: "good" | "bad" | undefined;
	testId?: string;
	/** Explains the value. */
	hint?: string;
}

/** A term with its value, for use within a `dl`. */
export function LabelledNumber({ label, children, tone, testId, hint }: Props) {
	const colour = tone === "good" ? "text-good" : tone === "bad" ? "text-bad" : "";
	return (
		<div className="grid content-start gap-0.5">
			<dt className="text-sm text-muted">{label}</dt>
			<dd className={`font-display text-xl font-bold tabular-nums ${colour}`} data-testid={testId}>
				{children}
			</dd>
			{hint ? <dd className="text-sm text-muted">{hint}</dd> : null}
		</div>
	);
}
