import { Link } from "@remix-run/react";
import { MoonStar } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Restriction } from "./limits-page.server";

/**
 * Shows a player that no game takes a bet, until when or why, and where the limits are set, and announces it when it begins on
 * an open page. Shows nothing without a restriction.
 */
export function BreakBanner({ restriction }: { restriction: Restriction | null | undefined }) {
	const { t } = useTranslation();
	return (
		<div role="status" className="empty:hidden">
			{restriction ? (
				<p
					className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-accent-text bg-raised px-4 py-2.5"
					data-testid="on-break"
				>
					<MoonStar aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
					<span className="min-w-0">
						{restriction.kind === "pause"
							? t("errors.paused", { reason: restriction.reason })
							: t(restriction.kind === "break" ? "games.onBreak" : "games.atLimit", {
									when: restriction.until,
								})}
					</span>
					{restriction.kind === "pause" ? null : (
						<Link to="/points/care" className="link inline-flex min-h-11 items-center">
							{t("players.toCare")}
						</Link>
					)}
				</p>
			) : null}
		</div>
	);
}
