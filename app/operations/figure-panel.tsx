import { useTranslation } from "react-i18next";
import type { FigureGroup } from "./view";

const DASH = "–";

export function FigurePanel({ group: { id, figures } }: { group: FigureGroup }) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby={id} className="panel grid content-start gap-3">
			<h2 id={id} className="text-xl font-bold">
				{t(`operations.groups.${id}`)}
			</h2>
			<dl className="grid gap-1.5">
				{figures.map((figure) => (
					<div
						key={figure.id}
						className="flex items-baseline justify-between gap-x-4 border-t border-line pt-1.5"
					>
						<dt className="text-muted">{t(`operations.figures.${figure.id}`)}</dt>
						<dd className="text-right font-semibold tabular-nums" data-figure={figure.id}>
							{figure.word ? t(`operations.${figure.word}`) : (figure.value ?? DASH)}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
