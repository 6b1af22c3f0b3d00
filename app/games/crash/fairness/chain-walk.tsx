import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Verdict } from "../../fairness/verdict";
import type { PublicChain } from "./live-rounds.server";
import { isHash, type LiveFields, type Walk, walkOn } from "./live-verification";

/** Steps per task: few enough for a slow phone to draw a frame between two of them. */
const CHUNK = 500;

interface Props {
	fields: LiveFields;
	chain: PublicChain;
	/** The walk that the server has done from this hash, without scripts. */
	given: Walk | undefined;
	/** The id of the form that requests a walk from the server. */
	formId: string;
}

/**
 * A button that walks from the hash in the field back to the chain's commitment, and the result of the walk. Without
 * scripts the server walks a limited number of steps per request. Renders nothing until the field holds a hash. Its key is the hash,
 * so that another hash ends the walk.
 */
export function ChainWalk({ fields, chain, given, formId }: Props) {
	const { t } = useTranslation();
	const [walk, setWalk] = useState(given);
	const [isBusy, setBusy] = useState(false);
	const { commitment, length } = chain;
	const { hash } = fields;
	useEffect(() => {
		if (!isBusy) return;
		const timer = setTimeout(() => {
			const from = walk ?? { hash: hash.toLowerCase(), steps: 0 };
			const next = walkOn(from, commitment, Math.min(CHUNK, length - from.steps));
			setWalk(next);
			setBusy(!next.arrived && next.steps < length);
		});
		return () => clearTimeout(timer);
	}, [isBusy, walk, hash, commitment, length]);
	if (!isHash(hash)) return null;
	return (
		<section className="grid gap-2">
			<h3 className="font-bold">{t("crashFairness.live.walk")}</h3>
			<p className="text-muted">{t("crashFairness.live.walkText")}</p>
			<button
				type="submit"
				form={formId}
				name="walk"
				value="yes"
				aria-disabled={isBusy || undefined}
				onClick={(event) => {
					event.preventDefault();
					setBusy(true);
				}}
				className="button justify-self-start"
			>
				{t("crashFairness.live.walkOn")}
			</button>
			{isBusy && walk ? (
				<label className="grid gap-1 text-sm tabular-nums">
					{t("crashFairness.live.walking", { count: walk.steps })}
					<progress max={length} value={walk.steps} className="w-full accent-accent" />
				</label>
			) : null}
			<div aria-live="polite">
				{walk && !isBusy ? <Arrival walk={walk} chain={chain} salt={fields.salt} /> : null}
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
