import { Form } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Refused, type RefusedAnswer } from "~/ui/refused";
import { SignedPoints } from "../signed-points";
import type { MergeLine } from "./merges.server";

interface Props {
	merges: readonly MergeLine[];
	language: Language;
	answer: RefusedAnswer;
}

/** The merges of a user, each with the button that undoes it. */
export function MergesList({ merges, language, answer }: Props) {
	const { t } = useTranslation();
	return (
		<div className="grid gap-3">
			<Refused answer={answer} />
			{merges.length === 0 ? <p className="text-muted">{t("points.noMerges")}</p> : null}
			<ul className="grid gap-3 empty:hidden">
				{merges.map((merge) => (
					<Merge key={merge.id} merge={merge} language={language} />
				))}
			</ul>
		</div>
	);
}

function Merge({ merge, language }: { merge: MergeLine; language: Language }) {
	const { t } = useTranslation();
	const { id, provider, username, providerPoints, credited, when, by, undone } = merge;
	return (
		<li
			className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-raised p-4"
			data-testid="merge"
		>
			<div className="grid min-w-0 gap-0.5">
				<p className="flex flex-wrap gap-x-3">
					<span className={undone ? "line-through opacity-70" : undefined}>
						<SignedPoints delta={credited} language={language} />
					</span>
					<span>
						{t("points.mergeHeld", { provider, username, points: formatPoints(providerPoints, language) })}
					</span>
				</p>
				<p className="text-sm text-muted">{t("points.doneBy", { when, by })}</p>
				{undone ? <p className="text-sm font-semibold">{t("points.undoneBy", undone)}</p> : null}
			</div>
			{undone ? null : (
				<Form method="post" preventScrollReset>
					<button
						type="submit"
						name="mergeId"
						value={id}
						aria-label={t("points.undoMergeOf", { count: credited })}
						className="button"
					>
						<Undo2 aria-hidden="true" className="size-5" />
						{t("points.undo")}
					</button>
				</Form>
			)}
		</li>
	);
}
