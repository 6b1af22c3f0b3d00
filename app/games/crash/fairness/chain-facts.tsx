import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Fact } from "../../fairness/fact";
import type { PublicChain } from "./live-rounds.server";

/** Shows what is published of a chain before its rounds are played, and links to the other chains. */
export function ChainFacts({ chain, language }: { chain: PublicChain; language: Language }) {
	const { t } = useTranslation();
	const { next } = chain;
	return (
		<>
			<dl className="grid gap-3">
				<Fact label={t("crashFairness.live.commitment")} value={chain.commitment} testId="commitment" />
				<Fact label={t("crashFairness.live.salt")} value={chain.salt} testId="salt" />
				<Fact label={t("crashFairness.live.created")} value={chain.createdAt} />
				<Fact label={t("crashFairness.live.length")} value={formatPoints(chain.length, language)} />
				{next?.commitment ? (
					<Fact
						label={t(next.isRunning ? "crashFairness.live.running" : "crashFairness.live.next", {
							number: next.number,
						})}
						value={next.commitment}
						testId="next-commitment"
					/>
				) : null}
			</dl>
			{next ? null : <p>{t("crashFairness.live.used")}</p>}
			{chain.chains.length > 0 ? (
				<section className="grid gap-1">
					<h3 className="font-bold">{t("crashFairness.live.chains")}</h3>
					<ul className="grid gap-1">
						{chain.chains.map(({ id, createdAt }) => (
							<li key={id}>
								<Link
									to={`/fairness/live-crash?chain=${id}`}
									className="link text-sm"
									aria-current={id === chain.id ? "true" : undefined}
								>
									{createdAt}
								</Link>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}
