import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet, QueuedBet } from "../../engine/view";
import { Chip } from "../chip";
import type { Message } from "./use-message";

/** What has just happened, said for three seconds. */
export function MessageLine({ message }: { message: Message | undefined }) {
	return (
		<p
			role="status"
			className={`min-h-6 text-center font-semibold ${message?.tone === "bad" ? "text-bad" : "text-good"}`}
			data-testid="message"
		>
			{message?.text ?? ""}
		</p>
	);
}

/** The player's bet of this round, and how it stands. */
export function PlayerBetLine({ bet, language }: { bet: PlayerBet; language: Language }) {
	const { t } = useTranslation();
	return (
		<p
			className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-xl bg-raised px-3 py-2"
			data-testid="own-bet"
			data-status={bet.status}
		>
			<span>{t("crash.ownBet", { points: formatPoints(bet.stake, language) })}</span>
			<BetEnd bet={bet} language={language} />
			{bet.status === "active" && bet.target !== null ? (
				<span className="text-muted">
					{t("crash.ownTarget", { multiplier: formatExactMultiplier(bet.target, language) })}
				</span>
			) : null}
		</p>
	);
}

/** How a bet has ended; nothing while it is open. */
export function BetEnd({
	bet,
	language,
}: {
	bet: Pick<PlayerBet, "status" | "multiplier" | "payout">;
	language: Language;
}) {
	const { t } = useTranslation();
	switch (bet.status) {
		case "active":
			return null;
		case "lost":
			return <strong className="text-bad">{t("crash.lost")}</strong>;
		case "refunded":
			return <strong>{t("crash.givenBack")}</strong>;
		case "cashed_out":
			return (
				<span className="flex items-center gap-2">
					<Chip multiplier={bet.multiplier ?? 0} language={language} />
					<strong className="text-good tabular-nums">+{formatPoints(bet.payout ?? 0, language)}</strong>
				</span>
			);
	}
}

/** The bet that waits for the next round. */
export function QueuedLine({ queued, language }: { queued: QueuedBet; language: Language }) {
	const { t } = useTranslation();
	return (
		<p className="rounded-xl bg-raised px-3 py-2" data-testid="queued-bet">
			{t("crash.nextBet", { points: formatPoints(queued.stake, language) })}{" "}
			{queued.target === null ? null : (
				<span className="text-muted">
					{t("crash.ownTarget", { multiplier: formatExactMultiplier(queued.target, language) })}
				</span>
			)}
		</p>
	);
}
