import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { PastHunt } from "../../model/past.server";
import { HuntNumbers } from "../hunt-numbers";
import { Result } from "../result";

/** A finished hunt in the list; the whole card is a link. */
export function PastHuntCard({ hunt, language }: { hunt: PastHunt; language: Language }) {
	const { t } = useTranslation();
	const { id, title, day, startCost, statistics } = hunt;
	return (
		<li
			className="panel relative grid content-start gap-4 transition-transform hover:-translate-y-1 hover:border-accent-text"
			data-testid="past-hunt"
		>
			<div className="flex items-start justify-between gap-4">
				<div className="grid min-w-0 gap-1">
					<h2 className="text-xl font-bold break-words">
						<Link
							to={`/bonus-hunt/past/${id}`}
							className="outline-none after:absolute after:inset-0 after:rounded-3xl after:content-[''] focus-visible:after:outline-3 focus-visible:after:outline-accent-text"
						>
							{title}
						</Link>
					</h2>
					<p className="text-sm text-muted">{t("hunt.pastHunts.finished", { day })}</p>
				</div>
				<Result
					won={statistics.won}
					startCost={startCost}
					language={language}
					className="shrink-0 font-display text-2xl font-extrabold"
				/>
			</div>
			<HuntNumbers
				hunt={hunt}
				names={["opened", "cost", "won", "bestMultiplier"]}
				language={language}
				className="gap-3 sm:grid-cols-4 md:grid-cols-2 xl:grid-cols-4"
			/>
		</li>
	);
}
