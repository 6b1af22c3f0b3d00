import { HandCoins, Hourglass, PlaneTakeoff, Rocket, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { payoutOf } from "../../engine/curve";
import type { Intent } from "../page-data";
import type { Crash } from "../use-crash";

interface Props {
	/** Undefined while the player can only wait for the next round. */
	intent: Intent | undefined;
	/** Shown while the player can only wait. */
	waitLabel: string;
	/** The space key presses it. */
	isMain: boolean;
	isSending: boolean;
	/** The button is disabled, but keeps the focus. */
	isWaiting: boolean;
	crash: Crash;
}

const ICONS = {
	place: Rocket,
	fly: PlaneTakeoff,
	queue: Rocket,
	cancel: Undo2,
	unqueue: Undo2,
	"cash-out": HandCoins,
	wait: Hourglass,
} as const;

/** A submit button of the bet form, labelled by its intent. For a cash-out it shows the current payout. */
export function ActionButton(props: Props) {
	const { t } = useTranslation();
	const { intent, waitLabel, isMain, isSending, isWaiting, crash } = props;
	const { language } = crash.page;
	const does = intent ?? "wait";
	const Icon = ICONS[does];
	const isPrimary = does === "place" || does === "fly" || does === "queue" || does === "cash-out";
	return (
		<button
			type="submit"
			name="intent"
			value={intent ?? "place"}
			formNoValidate={does === "cancel" || does === "fly" || does === "unqueue" || does === "cash-out"}
			// aria-disabled instead of disabled keeps the keyboard focus.
			aria-disabled={isWaiting || undefined}
			className={`button ${isMain ? "min-h-14 text-lg" : ""} ${isMain && isPrimary ? "button-primary" : ""} ${does === "cash-out" ? "flight-cash-out" : ""}`}
			data-testid={isMain ? "main-action" : "second-action"}
		>
			<Icon aria-hidden="true" className="size-5 shrink-0" />
			<span>
				{intent
					? t(`crash.${isSending ? "doing" : "does"}.${intent}`, {
							points: formatPoints(crash.choice.stake, language),
						})
					: waitLabel}
				{does === "cash-out" && crash.bet ? (
					<>
						{" "}
						<PayoutNow crash={crash} stake={crash.bet.stake} />
					</>
				) : null}
			</span>
		</button>
	);
}

/** The points that a cash-out would pay now; updated by the flight, outside React. */
function PayoutNow({ crash: { flight, multiplier, page }, stake }: { crash: Crash; stake: number }) {
	const { language } = page;
	// The text that React renders must not change, because the flight overwrites it.
	const [first] = useState(() => formatPoints(payoutOf(stake, multiplier), language));
	const element = useRef<HTMLElement>(null);
	useEffect(() => {
		let before = -1;
		return flight.watch((multiplier) => {
			const payout = payoutOf(stake, multiplier);
			if (payout === before || !element.current) return;
			before = payout;
			element.current.textContent = formatPoints(payout, language);
		});
	}, [flight, stake, language]);
	return (
		<strong ref={element} className="tabular-nums" data-testid="payout-now">
			{first}
		</strong>
	);
}
