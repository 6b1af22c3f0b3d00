import { Form } from "@remix-run/react";
import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Verdict } from "./verdict";

interface SeedFields {
	serverSeed: string;
	clientSeed: string;
	nonce: string;
}

interface Props<Fields extends SeedFields, Verification> {
	/** Address of the page. */
	action: string;
	/** Initial values, from the address, so that a verification can be shared. */
	given: Fields;
	/** Draws again; undefined while a field is invalid. */
	verify(fields: Fields): Verification | undefined;
	/** The stored commitment of the round that is checked; undefined without a round. */
	commitment: string | undefined;
	/** Further fields of the draw. */
	extra?(fields: Fields, change: (name: keyof Fields, value: string) => void): ReactNode;
	/** What the draw gives, compared with the round. */
	outcome(verification: Verification): ReactNode;
}

/** The verifier of draws from a player's seeds. Computes as you type; without scripts the same code runs on the server. */
export function SeedVerifier<Fields extends SeedFields, Verification extends { commitment: string }>(
	props: Props<Fields, Verification>,
) {
	const { t } = useTranslation();
	const [fields, setFields] = useState(props.given);
	const verification = props.verify(fields);
	const change = (name: keyof Fields, value: string) => setFields({ ...fields, [name]: value.trim() });
	const input = (name: keyof SeedFields, label: string, extra: InputHTMLAttributes<HTMLInputElement>) => (
		<VerifierInput
			label={label}
			name={name}
			value={fields[name]}
			onChange={(event) => change(name, event.target.value)}
			{...extra}
		/>
	);
	return (
		<div className="grid gap-5">
			<Form method="get" action={`${props.action}#verifier`} className="grid gap-4" preventScrollReset>
				{input("serverSeed", t("fairness.serverSeed"), { maxLength: 128 })}
				{input("clientSeed", t("fairness.clientSeed"), { maxLength: 64 })}
				<div className="grid gap-4 sm:grid-cols-2">
					{input("nonce", "Nonce", { inputMode: "numeric", maxLength: 15 })}
					{props.extra?.(fields, change)}
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
							{props.commitment === undefined ? null : (
								<Verdict
									good={verification.commitment === props.commitment}
									yes={t("fairness.hashMatches")}
									no={t("fairness.hashDiffers")}
								/>
							)}
						</section>
						<section className="grid gap-2">
							<h3 className="font-bold">{t("fairness.outcomeCheck")}</h3>
							{props.outcome(verification)}
						</section>
					</>
				) : (
					<p className="text-muted">{t("fairness.fillIn")}</p>
				)}
			</div>
		</div>
	);
}

/** A field of a verifier, in monospace. */
export function VerifierInput({
	label,
	...input
}: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
	return (
		<label className="grid gap-1 font-semibold">
			{label}
			<input
				autoComplete="off"
				spellCheck={false}
				className="field font-mono text-sm font-normal"
				{...input}
			/>
		</label>
	);
}
