import { ArrowDownToLine, Minus, Plus } from "lucide-react";
import { type MouseEvent, memo, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { BetForm, type BetFormProps } from "../../instant/screen/bet-form";
import { BALL_PRESETS, MAX_BALLS, MAX_MULTIPLIER } from "../engine/plinko";
import { BallsField, isBalls } from "./balls-field";

interface Props extends Omit<BetFormProps, "busy"> {
	balls: number;
	onBalls(balls: number): void;
	/** Balls that are falling, or 0 while another form is sent; undefined when a new drop may start. */
	dropping: number | undefined;
}

/**
 * The bet form of Plinko. Without scripts the ball buttons reload the page with the other number, which they send as
 * `setBalls`. Balls that land do not render it again, so that they cost no frame.
 */
export const PlayForm = memo(function PlayForm({ dropping, ...props }: Props) {
	const { t } = useTranslation();
	const { language, stake, balls } = props;
	const [typed, setTyped] = useState<string>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: another number replaces the typed text
	useEffect(() => setTyped(undefined), [balls]);
	const isInvalid = typed !== undefined && !isBalls(typed);
	const busy = dropping !== undefined;
	return (
		<BetForm
			{...props}
			cost={stake * balls}
			busy={busy}
			fault={isInvalid ? t("errors.ballsOutOfRange") : undefined}
			stakeLabel={t("plinko.stake")}
			info={
				<>
					<span>
						{t("plinko.risk")}: <strong className="text-text">{t("plinko.riskHigh")}</strong>
					</span>
					<span>
						{t("plinko.maxWin", { points: formatPoints((stake * MAX_MULTIPLIER) / 100, language) })}
					</span>
				</>
			}
			action={t("plinko.bet")}
			busyAction={busy ? t("plinko.dropping", { count: dropping }) : undefined}
			icon={<ArrowDownToLine aria-hidden="true" className="size-5" />}
			keys={t("plinko.keys")}
		>
			<BallsChoice {...props} busy={busy || props.isRestricted} typed={typed} onTyped={setTyped} />
		</BetForm>
	);
});

interface BallsProps extends Pick<Props, "stake" | "balls" | "limit" | "onBalls"> {
	busy: boolean;
	typed: string | undefined;
	onTyped(text: string | undefined): void;
}

/** The field of the balls, with buttons for one more, one fewer and the usual numbers. */
function BallsChoice({ stake, balls, limit, busy, typed, onBalls, onTyped }: BallsProps) {
	const { t } = useTranslation();
	const most = Math.min(MAX_BALLS, Math.floor(limit / stake));
	const choose = (count: number, label: string, disabled: boolean, icon?: ReactNode) => (
		<button
			key={label}
			type="submit"
			formMethod="get"
			formNoValidate
			name="setBalls"
			value={count}
			disabled={busy || disabled}
			onClick={(event: MouseEvent) => {
				event.preventDefault();
				onTyped(undefined);
				onBalls(count);
			}}
			className={`button px-0 ${icon ? "button-icon" : "min-w-0 grow basis-10"} ${!icon && count === balls ? "button-chosen" : ""}`}
			aria-label={label}
			aria-pressed={icon ? undefined : count === balls}
		>
			{icon ?? count}
		</button>
	);
	const minus = <Minus aria-hidden="true" className="size-5" />;
	const plus = <Plus aria-hidden="true" className="size-5" />;
	return (
		<div className="grid gap-2">
			<label htmlFor="balls" className="-mb-1 font-semibold">
				{t("plinko.balls")}
			</label>
			<div className="flex gap-2">
				{choose(Math.max(1, balls - 1), t("plinko.fewer"), balls <= 1, minus)}
				<BallsField balls={balls} typed={typed} locked={busy} onBalls={onBalls} onTyped={onTyped} />
				{choose(Math.min(MAX_BALLS, balls + 1), t("plinko.more"), balls >= most, plus)}
			</div>
			<div className="flex gap-2">
				{BALL_PRESETS.map((count) => choose(count, t("plinko.quick", { count }), count > most))}
			</div>
		</div>
	);
}
