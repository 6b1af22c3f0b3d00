import { Check, TriangleAlert } from "lucide-react";

/** The result of a check as text and colour: `yes` if `good`, else `no`. */
export function Verdict({ good, yes, no }: { good: boolean; yes: string; no: string }) {
	const Icon = good ? Check : TriangleAlert;
	return (
		<p
			className={`flex items-center gap-2 font-semibold ${good ? "text-good" : "text-bad"}`}
			data-testid={good ? "verdict-good" : "verdict-bad"}
		>
			<Icon aria-hidden="true" className="size-5 shrink-0" />
			{good ? yes : no}
		</p>
	);
}
