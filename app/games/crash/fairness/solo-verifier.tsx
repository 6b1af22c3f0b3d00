import { Form } from "@remix-run/react";
import { type InputHTMLAttributes, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Verdict } from "../../fairness/verdict";
import { SOLO_DRAWS, type SoloDrawName } from "../engine/solo-draw";
import { type SoloFields, verifySolo } from "./solo-verification";

interface Props {
	language: Language;
	/** Initial values, from the address, so that a verification can be shared. */
	given: SoloFields;
	/** The stored values of the round that is checked, to compare with; undefined without a round. */
	commitment: string | undefined;
	crashPoint: number | undefined;
}

/** The verifier of solo rounds. Computes as you type; without scripts the same code runs on the server. */
export function SoloVerifier({ language, given, commitment, crashPoint }: Props) {
	const { t } = useTranslation();
	const [fields, setFields] = useState(given);
	const verification = verifySolo(fields);
	const change = (name: keyof SoloFields, value: string) => setFields({ ...fields, [name]: value.trim() });
	const input = (
		name: keyof SoloFields,
		label: string,
		extra: InputHTMLAttributes<HTMLInputElement> = {},
	) => (
		<label className="grid gap-1 font-semibold">
			{label}
			<input
				name={name}
				value={fields[name]}
				onChange={(event) => change(name, event.target.value)}
				autoComplete="off"
				spellCheck={false}
				className="field font-mono text-sm font-normal"
				{...extra}
			/>
		</label>
	);
	return (
		<div className="grid gap-5">
			<Form method="get" action="/fairness/crash#verifier" className="grid gap-4" preventScrollReset>
				{input("serverSeed", t("fairness.serverSeed"), { maxLength: 128 })}
				{input("clientSeed", t("fairness.clientSeed"), { maxLength: 64 })}
				<div className="grid gap-4 sm:grid-cols-2">
					{input("nonce", "Nonce", { inputMode: "numeric", maxLength: 15 })}
					<label className="grid gap-1 font-semibold">
						{t("crashFairness.solo.version")}
						<select
							name="version"
							value={fields.version}
							onChange={(event) => change("version", event.target.value)}
							className="field font-normal"
						>
							{(Object.keys(SOLO_DRAWS) as SoloDrawName[]).map((name) => (
								<option key={name} value={SOLO_DRAWS[name].version}>
									{t(`crashFairness.solo.versions.${name}`)}
								</option>
							))}
						</select>
					</label>
				</div>
				<button type="submit" className="button without-scripts">
					{t("crashFairness.compute")}
				</button>
			</Form>
			<div aria-live="polite" className="grid gap-5">
				{verification ? (
					<>
						<section className="grid gap-1">
							<h3 className="font-bold">{t("fairness.hashCheck")}</h3>
							<p className="mono">{t("fairness.hashIs", { hash: verification.commitment })}</p>
							{commitment === undefined ? null : (
								<Verdict
									good={verification.commitment === commitment}
									yes={t("fairness.hashMatches")}
									no={t("fairness.hashDiffers")}
								/>
							)}
						</section>
						<section className="grid gap-1">
							<h3 className="font-bold">{t("fairness.outcomeCheck")}</h3>
							<p className="mono">
								N = {verification.drawn}, X = {verification.share}
							</p>
							<p data-testid="drawn-crash-point">
								{t("crashFairness.crashPointIs", {
									multiplier: formatExactMultiplier(verification.crashPoint, language),
								})}
							</p>
							{crashPoint === undefined ? null : (
								<Verdict
									good={verification.crashPoint === crashPoint}
									yes={t("crashFairness.crashPointMatches")}
									no={t("crashFairness.crashPointDiffers")}
								/>
							)}
						</section>
					</>
				) : (
					<p className="text-muted">{t("fairness.fillIn")}</p>
				)}
			</div>
		</div>
	);
}
