import { useTranslation } from "react-i18next";
import type { MetricGroup } from "./view";

const DASH = "–";

/** A group of metrics as a list. A metric without value and word is a dash. */
export function MetricPanel({ group: { id, metrics } }: { group: MetricGroup }) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby={id} className="panel grid content-start gap-3">
			<h2 id={id} className="text-xl font-bold">
				{t(`operations.groups.${id}`)}
			</h2>
			<dl className="grid gap-1.5">
				{metrics.map((metric) => (
					<div
						key={metric.id}
						className="flex items-baseline justify-between gap-x-4 border-t border-line pt-1.5"
					>
						<dt className="text-muted">{t(`operations.figures.${metric.id}`)}</dt>
						<dd
							className="min-w-0 text-right font-semibold tabular-nums [overflow-wrap:anywhere]"
							data-metric={metric.id}
						>
							{metric.word ? t(`operations.${metric.word}`) : (metric.value ?? DASH)}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
