import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SoloDraws } from "~/games/crash/fairness/solo-draws";
import { SoloFormula } from "~/games/crash/fairness/solo-formula";
import { readPlayerSoloRounds, readSoloRound } from "~/games/crash/fairness/solo-rounds.server";
import { soloFields } from "~/games/crash/fairness/solo-verification";
import { SoloVerifier } from "~/games/crash/fairness/solo-verifier";
import { RoundFacts } from "~/games/fairness/fact";
import { FairnessHeader, VerifierPanel } from "~/games/fairness/fairness-pages";
import { LookUpForm } from "~/games/fairness/look-up-form";
import { Panel } from "~/games/fairness/panel";
import { RoundLinks } from "~/games/fairness/round-links";
import { verifierPages } from "~/games/games.server";
import { languageOf } from "~/i18n/i18next.server";
import { findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({
	title: (t) => t("crashFairness.solo.title"),
	description: (t) => t("crashFairness.solo.intro"),
	messages: ["crashFairness", "fairness"],
});

/**
 * The round of the parameter `round`, the verifier's fields from the query, and the viewer's latest rounds. Public.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { searchParams } = new URL(request.url);
	const roundId = searchParams.get("round")?.trim() ?? "";
	const round = roundId ? await readSoloRound(site, roundId, language) : undefined;
	return {
		language,
		pages: verifierPages(language, site.config),
		roundId,
		round,
		given: soloFields(searchParams, round),
		own: viewer && (await readPlayerSoloRounds(site, viewer.id, language)),
		inUse: site.config.SOLO_CRASH_DRAW,
	};
}

export default function SoloCrashFairness() {
	const { t } = useTranslation();
	const { language, pages, roundId, round, given, own, inUse } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<FairnessHeader
				title={t("crashFairness.solo.title")}
				intro={t("crashFairness.solo.intro")}
				pages={pages}
			/>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Panel title={t("crashFairness.solo.own")}>
						{own ? (
							<RoundLinks rounds={own} none={t("crashFairness.solo.noRounds")} />
						) : (
							<p>
								{t("crashFairness.solo.signIn")}{" "}
								<Link to="/login?returnTo=%2Ffairness%2Fcrash" reloadDocument className="link">
									{t("shell.signIn")}
								</Link>
							</p>
						)}
						<Link to="/fairness" className="link justify-self-start">
							{t("crashFairness.solo.seeds")}
						</Link>
					</Panel>
					<Panel title={t("crashFairness.solo.draws")}>
						<SoloDraws language={language} inUse={inUse} />
					</Panel>
				</div>
				<div className="grid min-w-0 gap-6">
					<Panel title={t("fairness.lookUp")}>
						<LookUpForm
							action="/fairness/crash"
							label={t("fairness.roundId")}
							hint={t("crashFairness.solo.roundHint")}
							query={roundId}
						/>
						{roundId ? <RoundFacts round={round} missing={t("crashFairness.solo.notFound")} /> : null}
					</Panel>
					<VerifierPanel>
						<SoloVerifier
							key={JSON.stringify(given)}
							language={language}
							given={given}
							commitment={round?.draw?.commitment}
							crashPoint={round?.crashPoint}
						/>
						<SoloFormula />
					</VerifierPanel>
				</div>
			</div>
		</div>
	);
}
