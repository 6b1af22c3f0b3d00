/** A label and a value; `testId` is for tests. */
export type FactRow = readonly [label: string, value: string, testId?: string];

/** A label and a value in monospace, within a `<dl>`. */
export function Fact({
	label,
	value,
	testId,
}: {
	label: string;
	value: string;
	testId?: string | undefined;
}) {
	return (
		<div>
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="mono" data-testid={testId}>
				{value}
			</dd>
		</div>
	);
}

export function Facts({ facts }: { facts: readonly FactRow[] }) {
	return (
		<dl className="grid gap-3">
			{facts.map(([label, value, testId]) => (
				<Fact key={label} label={label} value={value} testId={testId} />
			))}
		</dl>
	);
}

interface RoundFactsProps {
	/** Undefined if no round was found. */
	round: { facts: readonly FactRow[]; notes: readonly string[] } | undefined;
	/** The error that is shown then. */
	missing: string;
}

/** The public facts of a round that was looked up, and notes on what is still secret. */
export function RoundFacts({ round, missing }: RoundFactsProps) {
	if (!round) {
		return (
			<p role="alert" className="field-error">
				{missing}
			</p>
		);
	}
	return (
		<div className="grid gap-3" data-testid="round-facts">
			<Facts facts={round.facts} />
			{round.notes.map((note) => (
				<p key={note} className="font-semibold">
					{note}
				</p>
			))}
		</div>
	);
}
