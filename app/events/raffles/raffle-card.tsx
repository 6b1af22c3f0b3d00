import { Link } from "@remix-run/react";
import { Check, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListedRaffle, ShownRaffle } from "./raffles-page.server";

interface Props {
	raffles: readonly ListedRaffle[];
	/** The level of the titles below the heading above the list. */
	heading: "h2" | "h3";
}

/** Raffles as a list of cards, each with a link to its page. */
export function RaffleCards({ raffles, heading: Heading }: Props) {
	const { t } = useTranslation();
	return (
		<ul className="grid gap-4 lg:grid-cols-2">
			{raffles.map((raffle) => (
				<li key={raffle.id} className="panel grid min-w-0 content-start gap-3" data-testid="raffle">
					<div className="flex flex-wrap items-center gap-2">
						<StateBadge state={raffle.state} />
						{raffle.own.length > 0 ? (
							<span className="badge text-accent-text">
								<Check aria-hidden="true" className="size-4" />
								{t("raffles.tickets", { count: raffle.own.length })}
							</span>
						) : null}
					</div>
					<Heading className="text-xl font-bold wrap-anywhere">
						<Link to={`/raffles/${raffle.id}`} className="link">
							{raffle.title}
						</Link>
					</Heading>
					<p className="wrap-anywhere">{raffle.prizes.join(" · ")}</p>
					<p className="text-sm text-muted">
						{raffle.cancelled
							? null
							: `${t(raffle.isOpen ? "raffles.closes" : "raffles.closed", { when: raffle.closes })} · `}
						<RaffleCounts {...raffle} />
					</p>
				</li>
			))}
		</ul>
	);
}

export function StateBadge({ state }: Pick<ShownRaffle, "state">) {
	const { t } = useTranslation();
	return (
		<span className={`badge ${state === "open" ? "text-accent-text" : "text-muted"}`} data-state={state}>
			<Ticket aria-hidden="true" className="size-4" />
			{t(`raffles.states.${state}`)}
		</span>
	);
}

export function RaffleCounts({ tickets, viewers }: Pick<ShownRaffle, "tickets" | "viewers">) {
	const { t } = useTranslation();
	return (
		<span className="tabular-nums" data-testid="raffle-counts">
			{t("raffles.tickets", { count: tickets })}, {t("raffles.viewers", { count: viewers })}
		</span>
	);
}
