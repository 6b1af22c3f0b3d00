import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BeaconRound, beaconOf, randomnessOf } from "~/beacon/beacon";
import { Fact } from "../../fairness/fact";
import { Verdict } from "../../fairness/verdict";

interface Props {
	round: BeaconRound;
	salt: string;
}

/** Checks that a chain's salt is of the beacon's round, and in a worker, on request, that the beacon has signed the round. */
export function SaltCheck({ round, salt }: Props) {
	const { t } = useTranslation();
	const [answer, setAnswer] = useState<boolean | "checkingSignature" | "signatureUnchecked">();
	function check() {
		if (answer === "checkingSignature") return;
		setAnswer("checkingSignature");
		const worker = new Worker(new URL("../../../beacon/round.worker.ts", import.meta.url), {
			type: "module",
		});
		worker.onmessage = ({ data }: MessageEvent<boolean>) => {
			setAnswer(data);
			worker.terminate();
		};
		worker.onerror = () => setAnswer("signatureUnchecked");
		worker.postMessage(round);
	}
	return (
		<section className="grid gap-2">
			<h3 className="font-bold">{t("crashFairness.live.saltCheck")}</h3>
			<Verdict
				good={randomnessOf(round.signature) === salt}
				yes={t("crashFairness.live.saltMatches")}
				no={t("crashFairness.live.saltDiffers")}
			/>
			<dl>
				<Fact label={t("crashFairness.live.signature")} value={round.signature} testId="beacon-signature" />
			</dl>
			{beaconOf(round.publicKey).name === "quicknet" ? (
				<a
					href={`https://api.drand.sh/v2/beacons/quicknet/rounds/${round.round}`}
					rel="noreferrer"
					className="link justify-self-start"
				>
					{t("crashFairness.live.relay")}
				</a>
			) : null}
			<button
				type="button"
				aria-disabled={answer === "checkingSignature" || undefined}
				onClick={check}
				className="needs-scripts button justify-self-start"
			>
				{t("crashFairness.live.checkSignature")}
			</button>
			<div aria-live="polite">
				{typeof answer === "string" ? (
					<p className="text-muted">{t(`crashFairness.live.${answer}`)}</p>
				) : answer === undefined ? null : (
					<Verdict
						good={answer}
						yes={t("crashFairness.live.signatureGood")}
						no={t("crashFairness.live.signatureBad")}
					/>
				)}
			</div>
		</section>
	);
}
