import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { hasOpenSoloBet } from "~/games/crash/persistence/crash.queries.server";
import { Code } from "~/games/fairness/code";
import { RoundFacts } from "~/games/fairness/fact";
import { fairnessSchema } from "~/games/fairness/fairness.schema";
import { FairnessHeader, VerifierPanel } from "~/games/fairness/fairness-pages";
import { LookUpForm } from "~/games/fairness/look-up-form";
import { Panel } from "~/games/fairness/panel";
import { PlayerSeeds } from "~/games/fairness/player-seeds";
import { changeClientSeed, readSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { INSTANT_GAMES, isOpen, verifierPages } from "~/games/games.server";
import { readRecentRounds, readRoundForCheck, tableOf } from "~/games/instant/fairness.server";
import { unknownPage } from "~/games/instant/page.server";
import { ChancesTable } from "~/games/instant/screen/chances-table";
import { Verifier } from "~/games/instant/screen/verifier";
import { verifierFields } from "~/games/instant/verification";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("fairness.title"),
	description: (t) => t("fairness.intro"),
	messages: ["fairness", "instant"],
	navigation: { label: (t) => t("shell.fairness"), icon: ShieldCheck, order: 100 },
});

/**
 * The game of the path, Plinko without one: its table, the round of the parameter `round`, and the verifier's fields from
 * the query; and the viewer's seeds and latest rounds. Public. A closed game shows only its rounds.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { searchParams } = new URL(request.url);
	const game = INSTANT_GAMES.find(({ card }) => card.id === (params.game ?? "plinko"));
	const roundId = searchParams.get("round")?.trim() ?? "";
	const round = game && roundId ? await readRoundForCheck(site, game, roundId, language) : undefined;
	if (!game || !(round || isOpen(game, site.config))) throw unknownPage(site);
	const { t } = i18nIn(language);
	const { rtp } = game.texts.rules(t, language);
	return {
		language,
		pages: verifierPages(language, site.config),
		game: game.card.id,
		path: game.verifier.path,
		table: { ...tableOf(game, language), version: game.rules.tableVersion, rtp },
		formula: game.texts.formula(t),
		valueName: game.texts.value(t),
		own: viewer && {
			seeds: await readSeeds(site.db, viewer.id),
			rounds: await readRecentRounds(site, game, viewer.id, language),
		},
		roundId,
		round,
		given: verifierFields(searchParams, round),
	};
}

/**
 * Rotates the viewer's seeds, which reveals the server seed, or changes the client seed, and redirects to this page.
 */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: fairnessSchema,
	async run({ input, viewer }) {
		if (input.intent === "rotate") {
			await rotateSeeds(site, viewer.id, hasOpenSoloBet);
			return site.flash.redirect("/fairness", "seedsRotated");
		}
		await changeClientSeed(site, viewer.id, input.clientSeed);
		return site.flash.redirect("/fairness", "clientSeedChanged");
	},
});

export default function Fairness() {
	const { t } = useTranslation();
	const { language, path, table, own, roundId, round, ...page } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-8">
			<FairnessHeader title={t("fairness.title")} intro={t("fairness.intro")} pages={page.pages} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Panel title={t("fairness.yours")}>
						{own ? (
							<PlayerSeeds
								seeds={own.seeds}
								refusal={answer && !answer.ok ? answer : undefined}
								rounds={own.rounds}
							/>
						) : (
							<p>
								{t("fairness.signInToSee")}{" "}
								<Link to={`/login?returnTo=${encodeURIComponent(path)}`} reloadDocument className="link">
									{t("shell.signIn")}
								</Link>
							</p>
						)}
					</Panel>
					<Panel title={t("fairness.table", { version: table.version })}>
						<p>{table.rtp}</p>
						<ChancesTable table={table} language={language} />
					</Panel>
				</div>
				<div className="grid min-w-0 gap-6">
					<Panel title={t("fairness.lookUp")}>
						<LookUpForm
							action={path}
							label={t("fairness.roundId")}
							hint={t("fairness.roundHint")}
							query={roundId}
						/>
						{roundId ? (
							<RoundFacts
								round={round && { ...round, notes: round.serverSeed ? [] : [t("fairness.notRevealed")] }}
								missing={t("fairness.notFound")}
							/>
						) : null}
					</Panel>
					<VerifierPanel>
						<Verifier
							key={JSON.stringify(page.given)}
							{...page}
							path={path}
							language={language}
							claimed={round}
						/>
						<section className="grid gap-2">
							<h3 className="font-bold">{t("fairness.formula")}</h3>
							<ol className="grid list-decimal gap-2 pl-5">
								<li>
									{t("fairness.formulaBlock")}
									<Code>
										HMAC-SHA256(key = serverSeed, message = clientSeed + ":" + nonce + ":" + cursor)
									</Code>
								</li>
								{page.formula.map((step) => (
									<li key={step}>{step}</li>
								))}
							</ol>
						</section>
					</VerifierPanel>
				</div>
			</div>
		</div>
	);
}
