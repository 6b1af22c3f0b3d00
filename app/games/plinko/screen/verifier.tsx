import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { Verdict } from "../../fairness/verdict";
import { MAX_BALLS, multiplierOf } from "../engine/plinko";
import { type VerifierFields, verifyPlinko } from "../engine/verification";
import { MultiplierChip } from "./multiplier-chip";

interface Props {
	language: Language;
	/** Initial values, from the address, so that a verification can be shared. */
	given: VerifierFields;
	/** The stored values of the round that is checked, to compare with; undefined without a round. */
	claimed: { commitment: string; slots: number[] } | undefined;
}

/** The verifier of Plinko rounds. Computes as you type; without scripts the same code runs on the server. */
export function Verifier({ language, given, claimed }: Props) {
	const { t } = useTranslation();
	const [fields, setFields] = useState(given);
	const verification = verifyPlinko(fields);
	const input = (
		name: keyof VerifierFields,
		label: string,
		extra: React.InputHTMLAttributes<HTMLInputElement> = {},
	) => (
		<label className="grid gap-1 font-semibold">
			{label}
			<input
				name={name}
				value={fields[name]}
				onChange={(event) => setFields({ ...fields, [name]: event.target.value.trim() })}
				autoComplete="off"
				spellCheck={false}
				className="field font-mono text-sm font-normal"
				{...extra}
			/>
		</label>
	);
	return (
		<div className="grid gap-5">
			<Form method="get" action="/fairness#verifier" className="grid gap-4" preventScrollReset>
				{input("serverSeed", t("fairness.serverSeed"), { maxLength: 128 })}
				{input("clientSeed", t("fairness.clientSeed"), { maxLength: 64 })}
				<div className="grid grid-cols-2 gap-4">
					{input("nonce", "Nonce", { inputMode: "numeric", maxLength: 15 })}
					{input("balls", t("fairness.balls"), { type: "number", min: 1, max: MAX_BALLS })}
				</div>
				<button type="submit" className="button without-scripts">
					{t("fairness.compute")}
				</button>
			</Form>
			<div aria-live="polite" className="grid gap-5">
				{verification ? (
					<>
						<section className="grid gap-1">
							<h3 className="font-bold">{t("fairness.hashCheck")}</h3>
							<p className="mono">{t("fairness.hashIs", { hash: verification.commitment })}</p>
							{claimed ? (
								<Verdict
									good={verification.commitment === claimed.commitment}
									yes={t("fairness.hashMatches")}
									no={t("fairness.hashDiffers")}
								/>
							) : null}
						</section>
						<section className="grid gap-2">
							<h3 className="font-bold">{t("fairness.outcomeCheck")}</h3>
							{claimed ? (
								<Verdict
									good={sameSlots(verification.balls, claimed.slots)}
									yes={t("fairness.outcomeMatches")}
									no={t("fairness.outcomeDiffers")}
								/>
							) : (
								<p>{t("fairness.outcomeIs")}</p>
							)}
							<DrawTable balls={verification.balls} language={language} />
						</section>
					</>
				) : (
					<p className="text-muted">{t("fairness.fillIn")}</p>
				)}
			</div>
		</div>
	);
}

const sameSlots = (balls: readonly { slot: number }[], slots: readonly number[]): boolean =>
	balls.length === slots.length && balls.every(({ slot }, ball) => slot === slots[ball]);

function DrawTable({
	balls,
	language,
}: {
	balls: readonly { drawn: number; share: string; slot: number }[];
	language: Language;
}) {
	const { t } = useTranslation();
	return (
		<table className="w-full text-sm tabular-nums" data-testid="draws">
			<thead className="text-left text-muted">
				<tr>
					<th scope="col">{t("fairness.ball")}</th>
					<th scope="col">{t("fairness.drawn")}</th>
					<th scope="col">{t("fairness.share")}</th>
					<th scope="col">{t("fairness.slot")}</th>
					<th scope="col" className="text-right">
						{t("fairness.multiplier")}
					</th>
				</tr>
			</thead>
			<tbody>
				{balls.map(({ drawn, share, slot }, ball) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a ball is its place in the round
					<tr key={ball} className="border-t border-line" data-slot={slot}>
						<td className="py-1">{ball + 1}</td>
						<td className="py-1">{drawn}</td>
						<td className="py-1">{share}</td>
						<td className="py-1">{slot + 1}</td>
						<td className="py-1 text-right">
							<MultiplierChip hundredths={multiplierOf(slot)} language={language} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
