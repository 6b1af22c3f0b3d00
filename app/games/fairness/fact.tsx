/** A label and a value in monospace, within a `<dl>`. */
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
