import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Verdict } from "../../fairness/verdict";
import type { PublicChain } from "./live-rounds.server";
import { isHash, type LiveFields, type Walk } from "./live-verification";
import { useChainWalk } from "./use-chain-walk";

interface Props {
	fields: LiveFields;
	chain: PublicChain;
	/** The walk that the server has done, without scripts. */
	given: Walk | undefined;
	/** The id of the form that requests a walk from the server. */
	formId: string;
}

/**
 * A button that walks from the hash in the field back to the chain's commitment, and the result of the walk. Without
 * scripts the server walks a limited number of steps per request. Renders nothing until the field holds a hash.
 */
export function ChainWalk({ fields, chain, given, formId }: Props) {
	const { t } = useTranslation();
	const { walk, start } = useChainWalk(fields.hash, chain, given);
	if (!isHash(fields.hash)) return null;
	return (
		<section className="grid gap-2">
			<h3 className="font-bold">{t("crashFairness.live.walk")}</h3>
			<p className="text-muted">{t("crashFairness.live.walkText")}</p>
			<button
				type="submit"
				form={formId}
				name="walk"
				value="yes"
				aria-disabled={walk?.isBusy || undefined}
				onClick={(event) => {
					event.preventDefault();
					start();
				}}
				className="button justify-self-start"
			>
				{t("crashFairness.live.walkOn")}
			</button>
			{walk?.isBusy ? (
				<label className="grid gap-1 text-sm tabular-nums">
					{t("crashFairness.live.walking", { count: walk.steps })}
					<progress max={chain.length} value={walk.steps} className="w-full accent-accent" />
				</label>
			) : null}
			<div aria-live="polite">
				{walk && !walk.isBusy ? <Arrival walk={walk} chain={chain} salt={fields.salt} /> : null}
			</div>
		</section>
	);
}

function Arrival({ walk, chain, salt }: { walk: Walk; chain: PublicChain; salt: string }) {
	const { t } = useTranslation();
	const count = walk.steps;
	if (walk.arrived || count >= chain.length) {
		return (
			<Verdict
				good={walk.arrived}
				yes={t("crashFairness.live.arrived", { count })}
				no={t("crashFairness.live.notArrived")}
			/>
		);
	}
	const further = new URLSearchParams({ chain: chain.id, hash: walk.hash, salt, walk: "yes" });
	return (
		<p>
			{t("crashFairness.live.walking", { count })}{" "}
			<Link to={`/fairness/live-crash?${further}#verifier`} className="link without-scripts">
				{t("crashFairness.live.further")}
			</Link>
		</p>
	);
}
