import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Refused, type RefusedAnswer } from "~/ui/refused";
import { SignedPoints } from "../signed-points";
import type { MergeOffer } from "./merges.server";

interface Props {
	offer: MergeOffer;
	idempotencyKey: string;
	cancelTo: string;
	answer: RefusedAnswer;
	language: Language;
}

/**
 * The form that confirms a merge: both balances, what was merged before, and the balance with the credit. Without a
 * credit it says so and has no button.
 */
export function MergeQuestion({ offer, idempotencyKey, cancelTo, answer, language }: Props) {
	const { t } = useTranslation();
	const { provider, username, points, providerPoints, merged, credit } = offer;
	const number = (value: number) => formatPoints(value, language);
	const facts: [string, string, string][] = [
		["site-points", t("points.onSite"), number(points)],
		["provider-points", t("points.atProvider", { provider }), number(providerPoints)],
		["merged-before", t("points.mergedBefore"), number(merged)],
	];
	return (
		<Form method="post" preventScrollReset className="grid gap-5">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="providerPoints" value={providerPoints} />
			<input type="hidden" name="credit" value={credit} />
			<p>{t("points.mergeText", { provider, username })}</p>
			<dl className="grid gap-1">
				{facts.map(([testId, label, value]) => (
					<div key={testId} className="flex flex-wrap justify-between gap-x-4">
						<dt className="text-muted">{label}</dt>
						<dd className="font-bold tabular-nums" data-testid={testId}>
							{value}
						</dd>
					</div>
				))}
				<div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-lg">
					<dt>{t("points.afterMerge")}</dt>
					<dd className="flex gap-3 font-bold tabular-nums">
						<SignedPoints delta={credit} language={language} />
						<span data-testid="after-merge">{number(points + credit)}</span>
					</dd>
				</div>
			</dl>
			<Refused answer={answer} />
			{credit > 0 ? (
				<p className="text-lg font-semibold">{t("points.mergeQuestion")}</p>
			) : (
				<p className="font-semibold">{t("errors.mergeNothing", { provider })}</p>
			)}
			<div className="flex flex-wrap justify-end gap-3">
				<Link to={cancelTo} preventScrollReset className="button">
					{t("points.cancel")}
				</Link>
				{credit > 0 ? (
					<button type="submit" className="button button-primary">
						{t("points.addPoints")}
					</button>
				) : null}
			</div>
		</Form>
	);
}
