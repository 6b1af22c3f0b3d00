import { Link } from "@remix-run/react";
import { Share2, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { SignedPoints } from "~/points/signed-points";
import { DataTable } from "~/ui/data-table";
import { PostForm } from "~/ui/post-form";
import type { HistoryDay as Day } from "./history.server";

/** The rounds of a day, with the day's totals. */
export function HistoryDay({ day, language }: { day: Day; language: Language }) {
	const { t } = useTranslation();
	const { date, name, rounds, staked, received, shown } = day;
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
			<DataTable
				caption={name}
				rows={shown}
				keyOf={({ id }) => id}
				testId="round"
				columns={[
					{ label: t("history.game"), className: "font-semibold", cell: ({ game }) => game },
					{
						...{ label: t("history.time"), className: "text-sm whitespace-nowrap text-muted" },
						cell: ({ time }) => time,
					},
					{ label: t("history.result"), cell: ({ result }) => result },
					{
						...{ label: t("history.staked"), isNumber: true },
						cell: (round) => formatPoints(round.staked, language),
					},
					{
						...{ label: t("history.received"), isNumber: true },
						cell: (round) => formatPoints(round.received, language),
					},
					{
						...{ label: t("history.net"), isNumber: true },
						cell: (round) => <SignedPoints delta={round.received - round.staked} language={language} />,
					},
					{ label: t("history.actions"), isBare: true, cell: (round) => <Actions round={round} /> },
				]}
			/>
		</section>
	);
}

function Actions({ round }: { round: Day["shown"][number] }) {
	const { t } = useTranslation();
	const { id, gameId, staked, received, verifierPath, shareId } = round;
	return (
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
				<PostForm preventScrollReset={false} fields={{ game: gameId, round: id }}>
					<button
						type="submit"
						name="intent"
						value="share"
						className={`button text-sm ${received > staked ? "" : "border-transparent bg-transparent font-normal text-muted"}`}
					>
						<Share2 aria-hidden="true" className="size-4" />
						{t("history.share")}
					</button>
				</PostForm>
			)}
		</span>
	);
}
