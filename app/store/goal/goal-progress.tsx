import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Goal } from "./goal.server";

interface Props {
	/** Undefined for a visitor and for a viewer without a goal. */
	goal: Goal | undefined;
	points: number | undefined;
	/** Width and visibility. */
	className: string;
}

/** A viewer's goal as a small bar that leads to the store; nothing without a goal. It follows the displayed balance. */
export function GoalProgress({ goal, points, className }: Props) {
	const { t } = useTranslation();
	if (!goal || points === undefined) return null;
	const { name, price } = goal;
	const missing = price - points;
	const toGo = missing > 0 ? t("shell.toGo", { count: missing }) : t("shell.goalMet");
	return (
		<Link
			to="/store"
			className={`min-h-11 grid-cols-[minmax(0,1fr)] content-center gap-1 text-sm font-semibold tabular-nums ${className}`}
			data-testid="goal"
		>
			<span className="flex justify-between gap-3">
				<span className="truncate text-muted">
					<span className="sr-only">{t("shell.goal")} </span>
					{name}
				</span>{" "}
				<span className="shrink-0">{toGo}</span>
			</span>
			<progress className="progress-bar" max={price} value={Math.min(points, price)} aria-hidden="true" />
		</Link>
	);
}
