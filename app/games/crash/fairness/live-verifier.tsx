import { Form } from "@remix-run/react";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { ChainWalk } from "./chain-walk";
import { ListedRounds } from "./listed-rounds";
import { LiveResults } from "./live-results";
import type { CheckableLiveRound, DatedRound, PublicChain } from "./live-rounds.server";
import { type LiveFields, verifyLive, type Walk } from "./live-verification";

interface Props {
	language: Language;
	chain: PublicChain;
	/** Initial values, from the address, so that a verification can be shared. */
	given: LiveFields;
	/** The walk that the server has done, without scripts. */
	walk: Walk | undefined;
	/** The round that is looked up. */
	round: CheckableLiveRound | undefined;
	/** Rounds that are over, newest first. */
	rounds: readonly DatedRound[];
}

/** The verifier of live rounds. Computes as you type; without scripts the same code runs on the server. */
export function LiveVerifier({ language, chain, given, walk, round, rounds }: Props) {
	const { t } = useTranslation();
	const formId = useId();
	const [fields, setFields] = useState(given);
	const verification = useMemo(() => verifyLive(fields, rounds), [fields, rounds]);
	// The round's claim is compared with the round's own hash only, not with the field's content.
	const claimed = round?.hash === fields.hash ? round : undefined;
	const input = (name: keyof LiveFields, label: string, maxLength: number) => (
		<label className="grid gap-1 font-semibold">
			{label}
			<input
				name={name}
				value={fields[name]}
				onChange={(event) => setFields({ ...fields, [name]: event.target.value.trim() })}
				maxLength={maxLength}
				autoComplete="off"
				spellCheck={false}
				className="field font-mono text-sm font-normal"
			/>
		</label>
	);
	return (
		<div className="grid gap-5">
			<Form
				id={formId}
				method="get"
				action="/fairness/live-crash#verifier"
				className="grid gap-4"
				preventScrollReset
			>
				<input type="hidden" name="chain" value={chain.id} />
				{input("hash", t("crashFairness.live.hash"), 64)}
				{input("salt", t("crashFairness.live.salt"), 128)}
				<button type="submit" className="button without-scripts">
					{t("crashFairness.compute")}
				</button>
			</Form>
			<div aria-live="polite" className="grid gap-5">
				{verification ? (
					<LiveResults verification={verification} claimed={claimed} language={language} />
				) : (
					<p className="text-muted">{t("crashFairness.live.fillIn")}</p>
				)}
			</div>
			<ChainWalk fields={fields} chain={chain} given={walk} formId={formId} />
			<ListedRounds chain={chain} rounds={rounds} marks={verification?.marks} language={language} />
		</div>
	);
}
