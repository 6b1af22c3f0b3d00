import { Link } from "@remix-run/react";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { SignedPoints } from "../signed-points";
import type { Adjustment } from "./user-table.server";

/** The result of the last save; shown until the next page. */
export function AdjustmentLine({
	adjustment,
	language,
}: {
	adjustment: Adjustment | undefined;
	language: Language;
}) {
	return (
		<p
			role="status"
			className="panel flex flex-wrap items-center gap-x-3 py-3 empty:hidden"
			data-testid="adjusted"
		>
			{adjustment ? (
				<>
					<Link to={`/user-points/${encodeURIComponent(adjustment.userId)}`} className="link break-all">
						{adjustment.username}
					</Link>
					<span className="tabular-nums">
						{formatPoints(adjustment.before, language)} → {formatPoints(adjustment.after, language)}
					</span>
					<SignedPoints delta={adjustment.after - adjustment.before} language={language} />
					{adjustment.note ? <span className="text-muted wrap-anywhere">{adjustment.note}</span> : null}
				</>
			) : null}
		</p>
	);
}
