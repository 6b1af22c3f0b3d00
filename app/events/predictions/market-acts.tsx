import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import type { ShownMarket } from "./predictions-page.server";

/** The acts of the team on a prediction in its state. */
export function MarketActs({ market }: { market: ShownMarket }) {
	const { t } = useTranslation();
	const { id, revision, state, outcomes, question, source } = market;
	if (state === "paid") return null;
	const fields = { marketId: id, revision };
	// A button that is pressed by mistake would end the stakes for good.
	const canSettle = source === "manual" && state === "locked";
	const act = (intent: "lock" | "cancel" | "undo") => (
		<PostForm fields={{ ...fields, intent }}>
			<button type="submit" className="button" aria-label={`${t(`predictions.acts.${intent}`)}: ${question}`}>
				{t(`predictions.acts.${intent}`)}
			</button>
		</PostForm>
	);
	return (
		<div className="grid gap-3 border-t border-line pt-4">
			{canSettle ? (
				<PostForm fields={{ ...fields, intent: "settle" }} className="grid gap-2">
					<p className="font-semibold">{t("predictions.acts.settle")}</p>
					<div className="flex flex-wrap gap-2">
						{outcomes.map((name, at) => (
							<button key={name} type="submit" name="result" value={at} className="button wrap-anywhere">
								{name}
							</button>
						))}
					</div>
				</PostForm>
			) : null}
			{source !== "manual" && !market.canUndo ? (
				<p className="text-sm text-muted">
					{t(`predictions.${state === "decided" ? "changes" : "waits"}.${source}`)}
				</p>
			) : null}
			<div className="flex flex-wrap gap-2">
				{state === "open" ? act("lock") : null}
				{act(market.canUndo ? "undo" : "cancel")}
			</div>
		</div>
	);
}
