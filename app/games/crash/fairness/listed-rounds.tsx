import { Link } from "@remix-run/react";
import { Check, Minus, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PublicChain, readRoundsThatAreOver } from "./live-rounds.server";
import type { Mark } from "./live-verification";

const ICONS = { good: Check, bad: TriangleAlert, unchecked: Minus } as const;
const COLOURS = { good: "text-good", bad: "text-bad", unchecked: "text-muted" } as const;

type ListedRounds = Awaited<ReturnType<typeof readRoundsThatAreOver>>;

interface Props {
	chain: PublicChain;
	/** Newest first. */
	rounds: ListedRounds;
	/** One for each round; undefined while the verifier has no valid hash. */
	marks: readonly Mark[] | undefined;
	language: Language;
}

/** Lists rounds that are over, each with its hash and whether the verifier confirms it, and links to earlier rounds. */
export function ListedRounds({ chain, rounds, marks, language }: Props) {
	const { t } = useTranslation();
	const last = rounds[0]?.number;
	const first = rounds.at(-1)?.number;
	if (last === undefined || first === undefined) {
		return <p className="text-muted">{t("crashFairness.live.noRounds")}</p>;
	}
	return (
		<section className="grid gap-3">
			<h3 className="font-bold">{t("crashFairness.live.rounds", { first, last })}</h3>
			<ol className="grid gap-2">
				{rounds.map((round, i) => (
					<RoundLine key={round.id} round={round} mark={marks?.[i]} language={language} />
				))}
			</ol>
			<p className="flex flex-wrap gap-x-4">
				<Link to={`/fairness/live-crash?chain=${chain.id}`} className="link">
					{t("crashFairness.live.newest")}
				</Link>
				{first > 1 ? (
					<Link to={`/fairness/live-crash?chain=${chain.id}&round=${first - 1}`} className="link">
						{t("crashFairness.live.earlier")}
					</Link>
				) : null}
			</p>
		</section>
	);
}

function RoundLine({
	round: { id, number, crashPoint, playedAt, hash },
	mark,
	language,
}: {
	round: ListedRounds[number];
	mark: Mark | undefined;
	language: Language;
}) {
	const { t } = useTranslation();
	const Icon = mark && ICONS[mark];
	return (
		<li className="grid gap-1 rounded-2xl bg-raised px-4 py-2" data-testid="listed" data-mark={mark}>
			<div className="flex flex-wrap items-baseline gap-x-3">
				<Link to={`/fairness/live-crash?round=${id}`} className="link text-sm">
					<span className="sr-only">{t("crashFairness.round")} </span>
					{number}
				</Link>
				<span className="font-bold tabular-nums">
					{crashPoint === null ? t("crashFairness.calledOff") : formatExactMultiplier(crashPoint, language)}
				</span>
				<span className="text-sm text-muted">{playedAt}</span>
				{mark && Icon ? (
					<span className={`ml-auto inline-flex items-center gap-1 text-sm font-semibold ${COLOURS[mark]}`}>
						<Icon aria-hidden="true" className="size-4 shrink-0" />
						{t(`crashFairness.live.${mark}`)}
					</span>
				) : null}
			</div>
			<code className="mono">{hash}</code>
		</li>
	);
}
