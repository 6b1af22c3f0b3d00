/** A name and a value that is compared letter by letter. */
export function Fact({ label, value, testId }: { label: string; value: string; testId?: string }) {
	return (
		<div>
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="mono" data-testid={testId}>
				{value}
			</dd>
		</div>
	);
}
