import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { Fact } from "./fact";
import { RoundLinks } from "./round-links";
import type { Seeds } from "./seeds.server";

interface Props {
	seeds: Seeds;
	/** The answer to a refused change of the client seed. */
	refusal: FieldAnswer | undefined;
	/** Address and text of each of the player's last rounds. */
	rounds: readonly (readonly [path: string, text: string])[];
}

/** Shows the player's commitment, client seed and revealed seeds, with forms to change and rotate the seeds. */
export function PlayerSeeds({ seeds, refusal, rounds }: Props) {
	const { t } = useTranslation();
	const { current, revealed } = seeds;
	const error = refusal && (refusal.fieldErrors?.clientSeed ?? refusalText(refusal, t));
	return (
		<div className="grid gap-6">
			{current ? (
				<dl className="grid gap-3">
					<Fact label={t("fairness.commitment")} value={current.commitment} testId="commitment" />
					<Fact label={t("fairness.clientSeed")} value={current.clientSeed} testId="client-seed" />
					<Fact label={t("fairness.nonce")} value={String(current.nonce)} testId="nonce" />
				</dl>
			) : (
				<p className="text-muted">{t("fairness.noSeeds")}</p>
			)}
			<PostForm action="/fairness" className="grid gap-2">
				<label htmlFor="client-seed" className="font-semibold">
					{t("fairness.newClientSeed")}
				</label>
				<div className="flex flex-wrap gap-2">
					<input
						id="client-seed"
						name="clientSeed"
						key={current?.clientSeed}
						defaultValue={typeof refusal?.typed?.clientSeed === "string" ? refusal.typed.clientSeed : ""}
						autoComplete="off"
						spellCheck={false}
						aria-describedby="client-seed-hint client-seed-error"
						{...faulty(error)}
						className="field grow basis-60 font-mono"
					/>
					<button type="submit" name="intent" value="change-client-seed" className="button">
						{t("fairness.changeClientSeed")}
					</button>
				</div>
				<p id="client-seed-hint" className="text-sm text-muted">
					{t("fairness.newClientSeedHint")}
				</p>
				<p id="client-seed-error" role="alert" className="field-error empty:hidden">
					{error}
				</p>
			</PostForm>
			<PostForm action="/fairness" className="grid gap-2">
				<h3 className="font-bold">{t("fairness.rotateTitle")}</h3>
				<p className="text-muted">{t("fairness.rotateText")}</p>
				<button type="submit" name="intent" value="rotate" className="button justify-self-start">
					{t("fairness.rotate")}
				</button>
			</PostForm>
			<section className="grid gap-3">
				<h3 className="font-bold">{t("fairness.yourRounds")}</h3>
				<RoundLinks rounds={rounds} none={t("fairness.noRounds")} />
			</section>
			<section className="grid gap-3">
				<h3 className="font-bold">{t("fairness.revealed")}</h3>
				{revealed.length === 0 ? <p className="text-muted">{t("fairness.noneRevealed")}</p> : null}
				<ul className="grid gap-3">
					{revealed.map((seed) => (
						<li key={seed.id} className="grid gap-2 rounded-2xl bg-raised p-4" data-testid="revealed">
							<dl className="grid gap-2">
								<Fact label={t("fairness.serverSeed")} value={seed.serverSeed} />
								<Fact label={t("fairness.commitment")} value={seed.commitment} />
								<Fact label={t("fairness.clientSeed")} value={seed.clientSeed} />
								<Fact label={t("fairness.rounds")} value={String(seed.rounds)} />
							</dl>
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}
