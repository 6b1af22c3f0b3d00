import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { SeedVerifier } from "../../fairness/seed-verifier";
import { Verdict } from "../../fairness/verdict";
import { RULES } from "../../rules";
import type { InstantRules } from "../rules";
import { type VerifierFields, verifyRound } from "../verification";
import { MultiplierChip } from "./multiplier-chip";

interface Props {
	game: keyof typeof RULES;
	/** Address of the page. */
	path: string;
	language: Language;
	given: VerifierFields;
	/** The stored values of the round that is checked, to compare with; undefined without a round. */
	claimed: { commitment: string; outcome: number[] } | undefined;
	/** The name of a drawn value. */
	valueName: string;
}

/** The verifier of the rounds of an instant game. */
export function Verifier({ game, path, language, given, claimed, valueName }: Props) {
	const { t } = useTranslation();
	const rules: InstantRules = RULES[game];
	return (
		<SeedVerifier
			action={path}
			given={given}
			verify={(fields) => verifyRound(rules, fields)}
			commitment={claimed?.commitment}
			extra={(fields, change) =>
				rules.maxDraws > 1 ? (
					<label className="grid gap-1 font-semibold">
						{t("fairness.draws")}
						<input
							name="draws"
							type="number"
							min={1}
							max={rules.maxDraws}
							value={fields.draws}
							onChange={(event) => change("draws", event.target.value)}
							className="field font-mono text-sm font-normal"
						/>
					</label>
				) : null
			}
			outcome={({ draws }) => (
				<>
					{claimed ? (
						<Verdict
							good={draws.map(({ value }) => value).join() === claimed.outcome.join()}
							yes={t("fairness.outcomeMatches")}
							no={t("fairness.outcomeDiffers")}
						/>
					) : (
						<p>{t("fairness.outcomeIs")}</p>
					)}
					<DrawTable rules={rules} draws={draws} valueName={valueName} language={language} />
				</>
			)}
		/>
	);
}

function DrawTable({
	rules,
	draws,
	valueName,
	language,
}: {
	rules: InstantRules;
	draws: NonNullable<ReturnType<typeof verifyRound>>["draws"];
	valueName: string;
	language: Language;
}) {
	const { t } = useTranslation();
	const { multiplierOf } = rules;
	return (
		<table className="w-full text-sm tabular-nums" data-testid="draws">
			<thead className="text-left text-muted">
				<tr>
					<th scope="col">{t("fairness.draw")}</th>
					<th scope="col">{t("fairness.drawn")}</th>
					<th scope="col">{t("fairness.share")}</th>
					<th scope="col">{valueName}</th>
					{multiplierOf ? (
						<th scope="col" className="text-right">
							{t("instant.multiplier")}
						</th>
					) : null}
				</tr>
			</thead>
			<tbody>
				{draws.map(({ drawn, share, value }, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a draw is its place in the round
					<tr key={place} className="border-t border-line" data-value={value}>
						<td className="py-1">{place + 1}</td>
						<td className="py-1">{drawn}</td>
						<td className="py-1">{share}</td>
						<td className="py-1">{rules.label(value, language)}</td>
						{multiplierOf ? (
							<td className="py-1 text-right">
								<MultiplierChip hundredths={multiplierOf(value)} language={language} />
							</td>
						) : null}
					</tr>
				))}
			</tbody>
		</table>
	);
}
