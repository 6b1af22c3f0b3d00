import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet, QueuedBet } from "../../engine/view";
import { Chip } from "../chip";
import type { Message } from "./messages";

/** Shows a message. The line keeps its height without one, so that the form does not move. */
export function MessageLine({ message }: { message: Message | undefined }) {
	return (
		<p
			role="status"
			className={`min-h-6 text-center leading-6 font-semibold ${message?.tone === "bad" ? "text-bad" : "text-good"}`}
			data-testid="message"
		>
			{message?.text ?? ""}
		</p>
	);
}

/** Shows the player's bet in the current round: its stake, and its target or result. */
export function PlayerBetLine({ bet, language }: { bet: PlayerBet; language: Language }) {
	const { t } = useTranslation();
	return (
		<p
			className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-xl bg-raised px-3 py-2"
			data-testid="own-bet"
			data-status={bet.status}
		>
			<span>{t("crash.ownBet", { points: formatPoints(bet.stake, language) })}</span>
			<BetEnd bet={bet} isOwn language={language} />
			{bet.status === "active" && bet.target !== null ? (
				<span className="text-muted">
					{t("crash.ownTarget", { multiplier: formatExactMultiplier(bet.target, language) })}
				</span>
			) : null}
		</p>
	);
}

/** Shows the result of a bet, with the difference for the player's; renders nothing while it is open. */
export function BetEnd({
	bet,
	isOwn = false,
	language,
}: {
	bet: Pick<PlayerBet, "status" | "stake" | "multiplier" | "payout">;
	isOwn?: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	switch (bet.status) {
		case "active":
			return null;
		case "lost":
			return isOwn ? (
				<span className="text-bad tabular-nums">
					{t("crash.youLost")} {formatNet(-bet.stake, language)}
				</span>
			) : (
				<strong className="text-bad">{t("crash.lost")}</strong>
			);
		case "refunded":
			return <strong>{t("crash.givenBack")}</strong>;
		case "cashed_out":
			return (
				<span className="flex items-center gap-2 tabular-nums">
					<Chip multiplier={bet.multiplier ?? 0} language={language} />
					<strong>{formatPoints(bet.payout ?? 0, language)}</strong>
					{isOwn ? (
						<strong className="text-good">{formatNet((bet.payout ?? 0) - bet.stake, language)}</strong>
					) : null}
				</span>
			);
	}
}

/** Shows the player's bet that is queued for the next round. */
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
