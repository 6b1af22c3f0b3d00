import type { FetcherWithComponents } from "@remix-run/react";
import { ArrowDownToLine, Minus, Plus } from "lucide-react";
import { type MouseEvent, memo, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { DEMO_WALLET } from "../../wallet";
import { BALL_PRESETS, MAX_BALLS, MAX_MULTIPLIER, STAKES } from "../engine/plinko";
import { BallsField, isBalls } from "./balls-field";

/** The main button. */
export const DROP_ID = "plinko-drop";

interface Props {
	fetcher: FetcherWithComponents<unknown>;
	language: Language;
	idempotencyKey: string;
	wallet: string;
	/** The most that a drop may cost, in points: the balance, or a lower maximum bet. */
	limit: number;
	/** In points; undefined without a maximum. */
	maxBet: number | undefined;
	/** In points, without the outcome of a round that is still playing. */
	shownBalance: number;
	/** Points per ball. */
	stake: number;
	balls: number;
	onStake(stake: number): void;
	onBalls(balls: number): void;
	/** Called when the form is sent, with the cost in points. */
	onPlay(cost: number): void;
	/** Balls that are falling, or 0 while another form is sent; undefined when a new drop may start. */
	dropping: number | undefined;
	/** The player cannot bet in any game now. */
	isRestricted: boolean;
	error: string | undefined;
}

/**
 * The bet form of Plinko. It is not sent while a drop runs or, with scripts, if the cost is too high or the number of
 * balls is invalid. Without scripts the ball buttons reload the page with the other number, which they send as
 * `setBalls`. Balls that land do not render it again, so that they cost no frame.
 */
export const PlayForm = memo(function PlayForm(props: Props) {
	const { t } = useTranslation();
	const { fetcher, language, limit, maxBet, stake, balls, onPlay, dropping, isRestricted } = props;
	const [typed, setTyped] = useState<string>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: another number replaces the typed text
	useEffect(() => setTyped(undefined), [balls]);
	const busy = dropping !== undefined || isRestricted;
	const cost = stake * balls;
	const isInvalid = typed !== undefined && !isBalls(typed);
	const tooDear = cost > limit;
	const hydrated = useHydrated();
	// Without scripts the button could not come back when the bet is lowered; the server refuses then.
	const locked = hydrated ? busy || tooDear || isInvalid : busy;
	const refusal =
		isInvalid && !busy
			? t("errors.ballsOutOfRange")
			: (props.error ??
				(tooDear && !busy
					? t(limit === maxBet ? "errors.betTooHigh" : "errors.insufficientPoints", { max: limit })
					: ""));

	return (
		<fetcher.Form
			method="post"
			action="/mini-games/plinko"
			id="plinko-form"
			className="panel flex flex-col gap-3"
			onSubmit={(event) => {
				if (locked) event.preventDefault();
				else onPlay(cost);
			}}
		>
			{/* First in the form, so that Enter in a field drops instead of changing the balls. */}
			<button type="submit" name="intent" value="play" className="sr-only" aria-hidden="true" tabIndex={-1}>
				{t("plinko.bet")}
			</button>
			<input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />
			<input type="hidden" name="wallet" value={props.wallet} />
			<p className="flex items-baseline justify-between gap-3">
				<span className="text-muted">
					{t(props.wallet === DEMO_WALLET ? "plinko.demoBalance" : "plinko.balance")}
				</span>
				<strong className="font-display text-2xl leading-none tabular-nums" data-testid="game-balance">
					{formatPoints(props.shownBalance, language)}
				</strong>
			</p>
			<StakeField stake={stake} locked={busy} onStake={props.onStake} />
			<p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
				<span>
					{t("plinko.risk")}: <strong className="text-text">{t("plinko.riskHigh")}</strong>
				</span>
				<span>{t("plinko.maxWin", { points: formatPoints((stake * MAX_MULTIPLIER) / 100, language) })}</span>
				{maxBet && (
					<span>
						{t("lobby.maxBet")}: {formatPoints(maxBet, language)}
					</span>
				)}
			</p>
			<BallsChoice {...props} busy={busy} typed={typed} onTyped={setTyped} />
			<div className="plinko-form__main grid gap-1">
				<button
					type="submit"
					id={DROP_ID}
					name="intent"
					value="play"
					// aria-disabled instead of disabled keeps the keyboard focus.
					aria-disabled={locked || undefined}
					disabled={isRestricted && !hydrated}
					className="button button-primary min-h-14 text-lg"
				>
					<ArrowDownToLine aria-hidden="true" className="size-5" />
					{dropping !== undefined
						? t("plinko.dropping", { count: dropping })
						: isInvalid
							? t("plinko.bet")
							: `${t("plinko.bet")} · ${formatPoints(cost, language)}`}
				</button>
				<p role="alert" id="plinko-error" className="field-error text-center empty:hidden">
					{refusal}
				</p>
			</div>
			<p className="needs-scripts text-center text-xs text-muted max-lg:hidden">{t("plinko.keys")}</p>
		</fetcher.Form>
	);
});

function StakeField({
	stake,
	locked,
	onStake,
}: {
	stake: number;
	locked: boolean;
	onStake(stake: number): void;
}) {
	const { t } = useTranslation();
	return (
		<fieldset disabled={locked}>
			<legend className="mb-1 font-semibold">{t("plinko.stake")}</legend>
			<div className="grid grid-cols-4 gap-2">
				{STAKES.map((offered) => (
					<label
						key={offered}
						className="button px-0 has-checked:border-accent has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
					>
						<input
							type="radio"
							name="stake"
							value={offered}
							checked={offered === stake}
							onChange={() => onStake(offered)}
							className="sr-only"
						/>
						{offered}
					</label>
				))}
			</div>
		</fieldset>
	);
}

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
