import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ShownStep } from "../../model/undo.server";
import { ManageForm, useRefusal } from "./manage-form";

/** A sticky bar with the last step, its undo button, and the message of the last refusal. */
export function LastStep({ step, language }: { step: ShownStep | undefined; language: Language }) {
	const { t } = useTranslation();
	const refusal = useRefusal();
	return (
		<div
			className={
				step || refusal
					? "panel sticky top-[calc(var(--spacing-header)+0.5rem)] z-20 grid gap-2 px-4 py-2.5 shadow-lg"
					: "sr-only"
			}
		>
			<div className="flex items-center gap-3 empty:hidden">
				{step ? (
					<>
						<p role="status" className="mr-auto min-w-0 text-sm sm:text-base" data-testid="last-step">
							<span className="font-semibold break-words">
								{t(`huntManage.steps.${step.kind}`, { name: step.name })}
							</span>{" "}
							{step.payout != null ? (
								<strong className="text-accent-text tabular-nums">
									{formatEuros(step.payout / 100, language)}
								</strong>
							) : null}{" "}
							<span className="text-muted">
								{t("huntManage.by", { name: step.by ?? t("shell.anonymous") })}
							</span>
						</p>
						<ManageForm intent="undo" fields={{ stepId: step.id }} className="shrink-0">
							<button type="submit" className="button">
								<Undo2 aria-hidden="true" className="size-5" />
								{t("huntManage.undo")}
							</button>
						</ManageForm>
					</>
				) : null}
			</div>
			<p role="alert" className="field-error text-base empty:hidden">
				{refusal}
			</p>
		</div>
	);
}
