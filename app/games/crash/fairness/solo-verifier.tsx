import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { SeedVerifier } from "../../fairness/seed-verifier";
import { SOLO_DRAWS, type SoloDrawName } from "../engine/solo-draw";
import { CrashPointCheck } from "./live-verifier";
import { type SoloFields, verifySolo } from "./solo-verification";

interface Props {
	language: Language;
	/** Initial values, from the address, so that a verification can be shared. */
	given: SoloFields;
	/** The stored values of the round that is checked, to compare with; undefined without a round. */
	commitment: string | undefined;
	crashPoint: number | undefined;
}

/** The verifier of solo rounds. */
export function SoloVerifier({ language, given, commitment, crashPoint }: Props) {
	const { t } = useTranslation();
	return (
		<SeedVerifier
			action="/fairness/crash"
			given={given}
			verify={verifySolo}
			commitment={commitment}
			extra={(fields, change) => (
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
			)}
			outcome={({ drawn, share, crashPoint: point }) => (
				<>
					<p className="mono">
						N = {drawn}, X = {share}
					</p>
					<CrashPointCheck drawn={point} crashPoint={crashPoint} language={language} />
				</>
			)}
		/>
	);
}
