import { Form } from "@remix-run/react";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { VerifierInput } from "../../fairness/seed-verifier";
import { Verdict } from "../../fairness/verdict";
import { ChainWalk } from "./chain-walk";
import { ListedRounds } from "./listed-rounds";
import type { PublicChain, readLiveRound, readRoundsThatAreOver } from "./live-rounds.server";
import { type LiveFields, type Mark, verifyLive, type Walk } from "./live-verification";

interface Props {
	language: Language;
	chain: PublicChain;
	/** Initial values, from the address, so that a verification can be shared. */
	given: LiveFields;
	/** The walk that the server has done, without scripts. */
	walk: Walk | undefined;
	/** The round that is looked up. */
	round: Awaited<ReturnType<typeof readLiveRound>>;
	/** Rounds that are over, newest first. */
	rounds: Awaited<ReturnType<typeof readRoundsThatAreOver>>;
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
		<VerifierInput
			label={label}
			name={name}
			value={fields[name]}
			onChange={(event) => setFields({ ...fields, [name]: event.target.value.trim() })}
			maxLength={maxLength}
		/>
	);
	const count = (wanted: Mark) => verification?.marks.filter((mark) => mark === wanted).length;
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
					<>
						<section className="grid gap-1">
							<h3 className="font-bold">{t("fairness.hashCheck")}</h3>
							<p className="mono">{t("crashFairness.live.beforeIs", { hash: verification.before })}</p>
							{claimed?.commitment ? (
								<Verdict
									good={verification.before === claimed.commitment}
									yes={t("crashFairness.live.beforeMatches")}
									no={t("crashFairness.live.beforeDiffers")}
								/>
							) : null}
						</section>
						<section className="grid gap-1">
							<h3 className="font-bold">{t("fairness.outcomeCheck")}</h3>
							<CrashPointCheck
								drawn={verification.crashPoint}
								crashPoint={claimed?.crashPoint}
								language={language}
							/>
							{rounds.length > 0 ? (
								<p className="text-sm text-muted" data-testid="summary">
									{t("crashFairness.live.summary", {
										good: count("good"),
										bad: count("bad"),
										unchecked: count("unchecked"),
									})}
								</p>
							) : null}
						</section>
					</>
				) : (
					<p className="text-muted">{t("crashFairness.live.fillIn")}</p>
				)}
			</div>
			<ChainWalk
				key={fields.hash}
				fields={fields}
				chain={chain}
				given={fields.hash === given.hash ? walk : undefined}
				formId={formId}
			/>
			<ListedRounds chain={chain} rounds={rounds} marks={verification?.marks} language={language} />
		</div>
	);
}

interface CrashPointProps {
	/** Hundredths. */
	drawn: number;
	/** That of the round that is checked; undefined without one. */
	crashPoint: number | undefined;
	language: Language;
}

/** The crash point that a draw gives, compared with that of the round. */
export function CrashPointCheck({ drawn, crashPoint, language }: CrashPointProps) {
	const { t } = useTranslation();
	return (
		<>
			<p data-testid="drawn-crash-point">
				{t("crashFairness.crashPointIs", { multiplier: formatExactMultiplier(drawn, language) })}
			</p>
			{crashPoint === undefined ? null : (
				<Verdict
					good={drawn === crashPoint}
					yes={t("crashFairness.crashPointMatches")}
					no={t("crashFairness.crashPointDiffers")}
				/>
			)}
		</>
	);
}
