import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { clientKey, createRateLimit } from "~/forms/rate-limit.server";
import { LiveFormula } from "~/games/crash/fairness/live-formula";
import {
	type PublicChain,
	readChain,
	readLiveRound,
	readRoundsThatAreOver,
} from "~/games/crash/fairness/live-rounds.server";
import { isHash, liveFields, SERVER_STEPS, walkOn } from "~/games/crash/fairness/live-verification";
import { LiveVerifier } from "~/games/crash/fairness/live-verifier";
import { SaltCheck } from "~/games/crash/fairness/salt-check";
import { Facts, RoundFacts } from "~/games/fairness/fact";
import { FairnessHeader } from "~/games/fairness/fairness-pages";
import { LookUpForm } from "~/games/fairness/look-up-form";
import { Panel } from "~/games/fairness/panel";
import { verifierPages } from "~/games/games.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

const { RATE_LIMIT_SCALE, TRUSTED_PROXY_HOPS } = site.config;
/** Limits walks of the hash chain, which cost CPU and are open to everybody. */
const checkRate = createRateLimit({ points: 30, seconds: 60 }, RATE_LIMIT_SCALE);

export const handle = await declarePage({
	title: (t) => t("crashFairness.live.title"),
	description: (t) => t("crashFairness.live.intro"),
	messages: ["crashFairness", "fairness"],
});

/**
 * A chain and one round of it, from the parameters `chain` and `round`. The parameter `walk` hashes from the given
 * hash to the chain's commitment, for browsers without scripts. Public.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const { searchParams } = new URL(request.url);
	if (searchParams.has("walk")) await checkWalks(language);
	const roundQuery = searchParams.get("round")?.trim() ?? "";
	const chainId = searchParams.get("chain") ?? undefined;
	const round = roundQuery ? await readLiveRound(site, roundQuery, chainId, language) : undefined;
	const chain =
		(await readChain(site, round?.chainId ?? chainId, language)) ??
		(await readChain(site, undefined, language));
	const pages = verifierPages(language, site.config);
	if (!chain) return { language, pages, roundQuery, round, checked: undefined };

	const upTo = round?.number ?? chain.length;
	const rounds = await readRoundsThatAreOver(site, chain.id, upTo, language);
	const given = liveFields(searchParams, chain.salt, round, rounds[0]);
	const walk =
		searchParams.has("walk") && isHash(given.hash)
			? walkOn({ hash: given.hash.toLowerCase(), steps: 0 }, chain.commitment, SERVER_STEPS)
			: undefined;
	return { language, pages, roundQuery, round, checked: { chain, rounds, given, walk } };
}

/** @throws the localised error page with status 429 when the client exceeds the limit. */
async function checkWalks(language: Language) {
	try {
		await checkRate(clientKey(TRUSTED_PROXY_HOPS));
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		throw new Response(i18nIn(language).t(`errors.${error.code}`, error.values), { status: 429 });
	}
}

export default function LiveCrashFairness() {
	const { t } = useTranslation();
	const { language, pages, roundQuery, round, checked } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<FairnessHeader
				title={t("crashFairness.live.title")}
				intro={t("crashFairness.live.intro")}
				pages={pages}
			/>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Panel title={t(`crashFairness.live.states.${checked?.chain.state ?? "inUse"}`)}>
						{checked ? <ChainFacts chain={checked.chain} /> : <p>{t("crashFairness.live.none")}</p>}
					</Panel>
					<Panel title={t("crashFairness.live.lookUp")}>
						<LookUpForm
							action="/fairness/live-crash"
							label={t("crashFairness.live.roundLabel")}
							hint={t("crashFairness.live.roundHint")}
							query={roundQuery}
							hidden={checked && { chain: checked.chain.id }}
						/>
						{roundQuery ? <RoundFacts round={round} missing={t("crashFairness.live.notFound")} /> : null}
					</Panel>
					<Panel title={t("fairness.formula")}>
						<LiveFormula language={language} />
					</Panel>
				</div>
				{checked ? (
					<Panel title={t("fairness.verifier")} id="verifier">
						<p className="needs-scripts text-muted">{t("crashFairness.live.verifierText")}</p>
						<p className="without-scripts text-muted">{t("crashFairness.live.noScript")}</p>
						<LiveVerifier
							key={JSON.stringify(checked.given)}
							{...checked}
							language={language}
							round={round}
						/>
					</Panel>
				) : null}
			</div>
		</div>
	);
}

/** What is published of a chain before its rounds are played, and links to the other chains. */
function ChainFacts({
	chain: { id, facts, isUsed, chains, proof, saltRound, salt },
}: {
	chain: PublicChain;
}) {
	const { t } = useTranslation();
	return (
		<>
			<Facts facts={facts} />
			<p>{t(`crashFairness.live.proofs.${proof}`)}</p>
			{saltRound ? <SaltCheck key={id} round={saltRound} salt={salt} /> : null}
			{isUsed ? <p>{t("crashFairness.live.used")}</p> : null}
			{chains.length > 0 ? (
				<section className="grid gap-1">
					<h3 className="font-bold">{t("crashFairness.live.chains")}</h3>
					<ul className="grid gap-1">
						{chains.map((one) => (
							<li key={one.id}>
								<Link
									to={`/fairness/live-crash?chain=${one.id}`}
									className="link text-sm"
									aria-current={one.id === id ? "true" : undefined}
								>
									{one.createdAt}
								</Link>{" "}
								<span className="text-sm text-muted">
									{t(`crashFairness.live.states.${one.state}`)}
									{one.round === null ? null : ` · ${t("crashFairness.live.ofRound", { round: one.round })}`}
								</span>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}
