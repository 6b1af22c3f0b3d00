import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Weight } from "./problems";
import type { OperationsView } from "./view";

const ICONS: Record<OperationsView["state"], LucideIcon> = {
	well: CircleCheck,
	warning: TriangleAlert,
	bad: CircleAlert,
};
const COLORS: Record<OperationsView["state"], string> = {
	well: "text-good",
	warning: "text-accent-text",
	bad: "text-bad",
};
const WEIGHT_ICONS: Record<Weight, LucideIcon> = { warning: TriangleAlert, bad: CircleAlert };

/** The state of the site and its problems. */
export function StatePanel({ state, problems }: Pick<OperationsView, "state" | "problems">) {
	const { t } = useTranslation();
	const Icon = ICONS[state];
	return (
		<section aria-labelledby="state" className="panel grid gap-4" data-state={state}>
			{/* Screen readers announce it when it changes. */}
			<h2 id="state" aria-live="polite" className="flex items-center gap-3 text-2xl font-bold">
				<Icon aria-hidden="true" className={`size-8 shrink-0 ${COLORS[state]}`} />
				{t(`operations.states.${state}`)}
			</h2>
			{problems.length > 0 ? (
				<ul className="grid gap-3">
					{problems.map(({ code, weight, count }) => {
						const WeightIcon = WEIGHT_ICONS[weight];
						return (
							<li key={code} className="flex gap-3" data-problem={code}>
								<WeightIcon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${COLORS[weight]}`} />
								<p>
									<strong className="font-semibold">{t(`operations.weights.${weight}`)}</strong>{" "}
									{t(`operations.problems.${code}`, { count })}
								</p>
							</li>
						);
					})}
				</ul>
			) : null}
		</section>
	);
}
