import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { hasOpenSoloBet } from "~/games/crash/persistence/crash.queries.server";
import { fairnessSchema } from "~/games/fairness/fairness.schema";
import { FairnessPages } from "~/games/fairness/fairness-pages";
import { Formula } from "~/games/fairness/formula";
import { Panel } from "~/games/fairness/panel";
import { PlayerSeeds } from "~/games/fairness/player-seeds";
import { changeClientSeed, readSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { verifierPages } from "~/games/games.server";
import { EXACT_RTP, TABLE_VERSION } from "~/games/plinko/engine/plinko";
import { verifierFields } from "~/games/plinko/engine/verification";
import { readRecentRounds, readRoundForCheck } from "~/games/plinko/persistence/checkable-round.server";
import { PayoutTable } from "~/games/plinko/screen/payout-table";
import { RecentRounds } from "~/games/plinko/screen/recent-rounds";
import { RoundLookUp } from "~/games/plinko/screen/round-look-up";
import { Verifier } from "~/games/plinko/screen/verifier";
import { formatPercent } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("fairness.title"),
	description: (t) => t("fairness.intro"),
	messages: ["fairness", "plinko"],
	navigation: { label: (t) => t("shell.fairness"), icon: ShieldCheck, order: 100 },
});

/**
 * The Plinko round of the parameter `round`, the verifier's fields from the query, and the viewer's seeds and latest
 * rounds. Public.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { searchParams } = new URL(request.url);
	const roundId = searchParams.get("round")?.trim() ?? "";
	const round = roundId ? await readRoundForCheck(site, roundId, language) : undefined;
	const given = verifierFields(searchParams, round);
	const own = viewer && {
		seeds: await readSeeds(site.db, viewer.id),
		rounds: await readRecentRounds(site, viewer.id, language),
	};
	return { language, pages: verifierPages(language), own, roundId, round, given };
}

/**
 * Rotates the viewer's seeds, which reveals the server seed, or changes the client seed, and redirects to this page.
 */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: fairnessSchema,
	async run({ input, viewer, headers }) {
		if (input.intent === "rotate") {
			await rotateSeeds(site, viewer.id, hasOpenSoloBet);
			headers.append("Set-Cookie", site.flash.write("seedsRotated"));
		} else {
			await changeClientSeed(site, viewer.id, input.clientSeed);
			headers.append("Set-Cookie", site.flash.write("clientSeedChanged"));
		}
		return redirect("/fairness");
	},
});

export default function Fairness() {
	const { t } = useTranslation();
	const { language, pages, own, roundId, round, given } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().state === "submitting";
	return (
		<div className="grid gap-8">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("fairness.title")}</h1>
				<p className="max-w-prose text-lg text-muted">{t("fairness.intro")}</p>
				<FairnessPages pages={pages} />
			</header>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Panel title={t("fairness.yours")}>
						{own ? (
							<PlayerSeeds
								seeds={own.seeds}
								refusal={answer && !answer.ok ? answer : undefined}
								busy={busy}
								rounds={<RecentRounds rounds={own.rounds} language={language} />}
							/>
						) : (
							<p>
								{t("fairness.signInToSee")}{" "}
								<Link to="/login?returnTo=%2Ffairness" reloadDocument className="link">
									{t("shell.signIn")}
								</Link>
							</p>
						)}
					</Panel>
					<Panel title={t("fairness.table", { version: TABLE_VERSION })}>
						<p>{t("fairness.exactRtp", { rtp: formatPercent(EXACT_RTP, language) })}</p>
						<PayoutTable language={language} />
					</Panel>
				</div>
				<div className="grid min-w-0 gap-6">
					<Panel title={t("fairness.lookUp")}>
						<RoundLookUp roundId={roundId} round={round} language={language} />
					</Panel>
					<Panel title={t("fairness.verifier")} id="verifier">
						<p className="needs-scripts text-muted">{t("fairness.verifierText")}</p>
						<p className="without-scripts text-muted">{t("fairness.verifierNoScript")}</p>
						<Verifier key={JSON.stringify(given)} language={language} given={given} claimed={round} />
						<Formula />
					</Panel>
				</div>
			</div>
		</div>
	);
}
