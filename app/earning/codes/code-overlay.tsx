import { Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Overlay } from "~/ui/overlay/overlay";
import type { ShownCode } from "./overlay.server";
import { TimeLeft } from "./time-left";
import "./code-overlay.css";

interface Props {
	/** Null without a running code: the overlay is empty. */
	shown: ShownCode | null;
	/** The QR code of the code's address, as an SVG path on a grid. */
	qr: { size: number; path: string } | null;
	/** Where viewers enter the code, as they read it. */
	address: string;
}

/** The running code for a broadcast: large, with its QR code, the time left and the claims left. */
export function CodeOverlay({ shown, qr, address }: Props) {
	const { t } = useTranslation();
	return (
		<Overlay>
			<h1 className="sr-only">{t("earning.codes.overlay")}</h1>
			{shown ? (
				<div className="code-overlay__card">
					{qr ? (
						<svg
							viewBox={`0 0 ${qr.size} ${qr.size}`}
							role="img"
							aria-label={t("earning.overlay.qr", { address })}
							className="code-overlay__qr"
							shapeRendering="crispEdges"
						>
							<path d={qr.path} fill="currentColor" />
						</svg>
					) : null}
					<div className="grid min-w-0 content-center gap-1">
						<p className="flex items-center gap-2 text-2xl font-semibold text-accent-text">
							<Ticket aria-hidden="true" className="size-7" />
							{t("earning.overlay.points", { count: shown.points })}
						</p>
						<p className="code-overlay__code">{shown.code}</p>
						<p className="text-xl">{t("earning.overlay.enter", { address })}</p>
						<p className="flex flex-wrap gap-x-6 text-2xl font-bold tabular-nums">
							<TimeLeft key={shown.endsAt} left={shown.endsAt - shown.now} />
							{shown.claimsLeft === null ? null : (
								<span data-testid="claims-left">
									{t("earning.overlay.left", { count: shown.claimsLeft })}
								</span>
							)}
						</p>
					</div>
				</div>
			) : null}
		</Overlay>
	);
}
