import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SIGNATURE_TAG } from "~/beacon/beacon";
import { DrawVerifier } from "~/events/raffles/draw-verifier";
import { Code } from "~/games/fairness/code";
import { FairnessHeader } from "~/games/fairness/fairness-pages";
import { Panel } from "~/games/fairness/panel";
import { verifierPages } from "~/games/games.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({
	title: (t) => t("raffleFairness.title"),
	description: (t) => t("raffleFairness.intro"),
	messages: ["raffleFairness", "fairness"],
});

/** The parameter `raffle` names a raffle whose file the browser loads and verifies. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const raffle = new URL(request.url).searchParams.get("raffle") ?? undefined;
	return {
		language,
		// The browser's scripts need not contain the beacon's rules.
		tag: SIGNATURE_TAG,
		pages: verifierPages(language, site.config),
		timeZone: site.config.SITE_TIMEZONE,
		raffle: raffle && /^[\w-]{1,64}$/.test(raffle) ? raffle : undefined,
	};
}

/** Each step of the verification as a command. `jq`, `xxd` and `openssl` are in the package sources of every system. */
const COMMANDS = {
	seed: "jq -r .seed draw.json | xxd -r -p | sha256sum",
	list: "jq -j .list draw.json | sha256sum",
	signature: "curl https://api.drand.sh/v2/beacons/quicknet/rounds/$(jq .round draw.json)",
	randomness: "jq -r .signature draw.json | xxd -r -p | sha256sum",
	order: `SEED=$(jq -r .seed draw.json) RANDOMNESS=$(jq -r .randomness draw.json)
jq -j .list draw.json | grep '^[0-9]' | cut -d, -f1 | while read -r N; do
  printf '%s%016x' $RANDOMNESS $N | xxd -r -p |
    openssl dgst -sha256 -mac HMAC -macopt hexkey:$SEED -r | sed "s/ .*/ $N/"
done | sort`,
} as const;

export default function RaffleFairness() {
	const { t } = useTranslation();
	const { tag, pages, raffle, language, timeZone } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<FairnessHeader title={t("raffleFairness.title")} intro={t("raffleFairness.intro")} pages={pages} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<Panel title={t("fairness.verifier")} id="verifier">
					<p className="needs-scripts text-muted">{t("raffleFairness.verifierText")}</p>
					<p className="without-scripts">{t("raffleFairness.noScript")}</p>
					<DrawVerifier raffle={raffle} language={language} timeZone={timeZone} />
					{raffle ? (
						<a href={`/raffles/${raffle}/draw.json`} download className="link justify-self-start">
							{t("raffleFairness.download")}
						</a>
					) : null}
				</Panel>
				<Panel title={t("raffleFairness.byHand")}>
					<p>{t("raffleFairness.byHandText")}</p>
					<ol className="grid list-decimal gap-3 pl-5">
						{Object.entries(COMMANDS).map(([step, command]) => (
							<li key={step} className="min-w-0">
								{t(`raffleFairness.steps.${step as keyof typeof COMMANDS}`)}
								<Code>{command}</Code>
							</li>
						))}
					</ol>
					<p>{t("raffleFairness.signatureText", { tag })}</p>
				</Panel>
			</div>
		</div>
	);
}
