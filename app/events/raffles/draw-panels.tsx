import { Link } from "@remix-run/react";
import { Download, ShieldCheck, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PlayerName } from "../player-name";
import type { ShownRaffle } from "./raffles-page.server";

/** The prizes and, once they are drawn, who gets them; or why nobody does. */
export function PrizesPanel({ raffle }: { raffle: ShownRaffle }) {
	const { t } = useTranslation();
	const { state, prizes, places, cancelled } = raffle;
	const isDrawn = raffle.drawn !== null;
	return (
		<section className="panel grid gap-4" aria-labelledby="prizes">
			<h2 id="prizes" className="text-2xl font-bold">
				{t(isDrawn ? "raffles.winners" : "raffles.prizes")}
			</h2>
			{cancelled ? (
				<div className="grid gap-1 font-semibold" data-testid="cancelled">
					<p>{t("raffles.cancelled", { when: cancelled.at })}</p>
					<p className="wrap-anywhere">{t("raffles.cancelReason", { reason: cancelled.reason })}</p>
					{cancelled.isAfterRound ? <p>{t("raffles.cancelledAfter")}</p> : null}
				</div>
			) : null}
			{state === "frozen" ? (
				<p role="status">
					{raffle.isDue ? t("raffles.overdue") : t("raffles.waiting", { when: raffle.draws })}
				</p>
			) : null}
			{isDrawn && places.length === 0 ? <p>{t("raffles.nobody")}</p> : null}
			{isDrawn ? (
				<ol className="grid gap-3">
					{places.map((place) => (
						<li key={place.place} className="flex gap-3" data-testid="place" data-state={place.state}>
							<Trophy aria-hidden="true" className="mt-1 size-6 shrink-0 text-accent-text" />
							<div className="grid min-w-0">
								<p className={place.state === "passed" ? "text-muted line-through" : "text-lg font-bold"}>
									<PlayerName {...place} /> {place.isOwn ? <strong>{t("raffles.you")}</strong> : null}
								</p>
								<p className="wrap-anywhere">{place.prize}</p>
								<p className="text-sm text-muted wrap-anywhere">
									{t("raffles.place", { ticket: place.ticket })} ·{" "}
									{cancelled && place.state === "drawn"
										? t("raffles.states.cancelled")
										: t(`raffles.place_${place.state}` as "raffles.place_drawn", {
												when: place.pays,
												reason: place.reason || t("raffles.erased"),
											})}
								</p>
							</div>
						</li>
					))}
				</ol>
			) : (
				<ol className="grid list-decimal gap-1 pl-6 text-lg">
					{prizes.map((prize, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: places are fixed
						<li key={index} className="wrap-anywhere">
							{prize}
						</li>
					))}
				</ol>
			)}
		</section>
	);
}

/** What was published to check the draw, and the file with all of it. */
export function ProofPanel({ raffle }: { raffle: ShownRaffle }) {
	const { t } = useTranslation();
	const { seedHash, seed, round, beacon, listHash, isLate } = raffle.proof;
	return (
		<section className="panel grid gap-4" aria-labelledby="proof">
			<h2 id="proof" className="text-2xl font-bold">
				{t("raffles.proof.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("raffles.proof.text")}</p>
			{beacon === "local" ? <p className="max-w-prose font-semibold">{t("raffles.proof.local")}</p> : null}
			{isLate ? <p className="max-w-prose font-semibold">{t("raffles.proof.late")}</p> : null}
			<dl className="grid gap-3">
				<Value label={t("raffles.proof.seedHash")}>
					<code>{seedHash}</code>
				</Value>
				<Value label={t("raffles.proof.round")}>
					{t("raffles.proof.roundAt", { round: String(round), beacon, when: raffle.draws })}
				</Value>
				<Value label={t("raffles.proof.listHash")}>
					{listHash ? <code>{listHash}</code> : t("raffles.proof.listLater")}
				</Value>
				<Value label={t("raffles.proof.seed")}>
					{seed ? <code>{seed}</code> : t("raffles.proof.seedLater")}
				</Value>
			</dl>
			<p className="flex flex-wrap gap-3">
				{listHash ? (
					<a href={`/raffles/${raffle.id}/draw.json`} download className="button">
						<Download aria-hidden="true" className="size-5" />
						{t("raffles.proof.download")}
					</a>
				) : null}
				<Link to={`/fairness/raffle${listHash ? `?raffle=${raffle.id}` : ""}`} className="button">
					<ShieldCheck aria-hidden="true" className="size-5" />
					{t("raffles.proof.verify")}
				</Link>
			</p>
		</section>
	);
}

const Value = ({ label, children }: { label: string; children: ReactNode }) => (
	<div className="min-w-0">
		<dt className="text-sm font-semibold text-muted">{label}</dt>
		<dd className="text-sm wrap-anywhere">{children}</dd>
	</div>
);
