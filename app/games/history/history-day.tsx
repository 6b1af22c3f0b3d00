import { Form, Link } from "@remix-run/react";
import { Share2, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { SignedPoints } from "~/points/signed-points";
import "~/ui/data-table.css";
import type { HistoryDay as Day } from "./history.server";

/** The rounds of a day, with the day's totals; on a phone each round is a card. */
export function HistoryDay({ day, language }: { day: Day; language: Language }) {
	const { t } = useTranslation();
	const { date, name, rounds, staked, received, shown } = day;
	const columns = ["game", "time", "result", "staked", "received", "net"] as const;
	return (
		<section aria-labelledby={date} className="panel grid gap-4" data-testid="day">
			<header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
				<h2 id={date} className="text-2xl font-bold">
					{name}
				</h2>
				<p className="flex flex-wrap items-baseline gap-x-4">
					<span className="text-sm text-muted">
						{t("history.day", { count: rounds })} · {t("history.dayTotals", { staked, received })}
					</span>
					<span className="text-lg" data-testid="day-net">
						<SignedPoints delta={received - staked} language={language} />
					</span>
				</p>
			</header>
			<table className="data-table">
				<caption className="sr-only">{name}</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						{columns.map((column, at) => (
							<th key={column} scope="col" className={at > 2 ? "text-right" : undefined}>
								{t(`history.${column}`)}
							</th>
						))}
						<th scope="col">
							<span className="sr-only">{t("history.actions")}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{shown.map((round) => (
						<Round key={round.id} round={round} language={language} />
					))}
				</tbody>
			</table>
		</section>
	);
}

function Round({ round, language }: { round: Day["shown"][number]; language: Language }) {
	const { t } = useTranslation();
	const { id, game, gameId, time, result, staked, received, verifierPath, shareId } = round;
	return (
		<tr data-testid="round">
			<td className="font-semibold">{game}</td>
			<td data-label={t("history.time")} className="text-sm whitespace-nowrap text-muted">
				{time}
			</td>
			<td data-label={t("history.result")}>{result}</td>
			<td data-label={t("history.staked")} className="tabular-nums md:text-right">
				{formatPoints(staked, language)}
			</td>
			<td data-label={t("history.received")} className="tabular-nums md:text-right">
				{formatPoints(received, language)}
			</td>
			<td data-label={t("history.net")} className="md:text-right">
				<SignedPoints delta={received - staked} language={language} />
			</td>
			<td>
				<span className="flex flex-wrap justify-end gap-2">
					<Link to={verifierPath} className="button text-sm">
						<ShieldCheck aria-hidden="true" className="size-4" />
						{t("history.verify")}
					</Link>
					{shareId ? (
						<Link to={`/shared/${shareId}`} className="button button-chosen text-sm">
							<Share2 aria-hidden="true" className="size-4" />
							{t("history.open")}
						</Link>
					) : (
						<Form method="post">
							<input type="hidden" name="game" value={gameId} />
							<input type="hidden" name="round" value={id} />
							<button
								type="submit"
								name="intent"
								value="share"
								className={`button text-sm ${received > staked ? "" : "border-transparent bg-transparent font-normal text-muted"}`}
							>
								<Share2 aria-hidden="true" className="size-4" />
								{t("history.share")}
							</button>
						</Form>
					)}
				</span>
			</td>
		</tr>
	);
}
