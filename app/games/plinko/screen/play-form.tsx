import type { FetcherWithComponents } from "@remix-run/react";
import { ArrowDownToLine, Minus, Plus } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { BALL_PRESETS, MAX_BALLS, MAX_MULTIPLIER, STAKES } from "../engine/plinko";

interface Props {
	fetcher: FetcherWithComponents<unknown>;
	language: Language;
	idempotencyKey: string;
	wallet: string;
	balance: number;
	stake: number;
	balls: number;
	onStake(stake: number): void;
	onBalls(balls: number): void;
	onPlay(cost: number): void;
	/** Balls that fall at the moment; undefined when a new drop may start. */
	dropping: number | undefined;
	error: string | undefined;
}

/**
 * The bet. Without scripts the ball buttons ask for the same page with another number (a GET of this
 * form), and the drop posts it.
 */
export function PlayForm(props: Props) {
	const { t } = useTranslation();
	const {
		fetcher,
		language,
		idempotencyKey,
		wallet,
		balance,
		stake,
		balls,
		onStake,
		onBalls,
		onPlay,
		dropping,
		error,
	} = props;
	const busy = dropping !== undefined;
	const cost = stake * balls;
	const affords = (count: number) => count * stake <= balance;
	const tooDear = !affords(balls);
	// Without scripts the button could not come back when the bet is lowered; the server refuses then.
	const locked = useHydrated() ? busy || tooDear : busy;

	const setBalls = (count: number, label: string, disabled: boolean, icon?: ReactNode) => (
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
				onBalls(count);
			}}
			className={`button px-0 ${icon ? "button-icon" : "min-w-0 grow basis-10"} ${!icon && count === balls ? "button-chosen" : ""}`}
			aria-label={label}
			aria-pressed={icon ? undefined : count === balls}
		>
			{icon ?? count}
		</button>
	);

	return (
		<fetcher.Form
			method="post"
			action="/mini-games/plinko"
			id="plinko-form"
			className="panel grid content-start gap-5"
			onSubmit={(event) => {
				if (locked) event.preventDefault();
				else onPlay(cost);
			}}
		>
			{/* First in the form, so that Enter in a field drops instead of changing the balls. */}
			<button type="submit" name="intent" value="play" className="sr-only" aria-hidden="true" tabIndex={-1}>
				{t("plinko.bet")}
			</button>
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="wallet" value={wallet} />
			<fieldset className="grid gap-2" disabled={busy}>
				<legend className="mb-2 font-semibold">{t("plinko.stake")}</legend>
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
			<div className="grid gap-2">
				<label htmlFor="balls" className="font-semibold">
					{t("plinko.balls")}
				</label>
				<div className="flex gap-2">
					{setBalls(
						Math.max(1, balls - 1),
						t("plinko.fewer"),
						balls <= 1,
						<Minus aria-hidden="true" className="size-5" />,
					)}
					<BallsField balls={balls} locked={busy} onBalls={onBalls} />
					{setBalls(
						Math.min(MAX_BALLS, balls + 1),
						t("plinko.more"),
						balls >= MAX_BALLS || !affords(balls + 1),
						<Plus aria-hidden="true" className="size-5" />,
					)}
				</div>
				<div className="flex gap-2">
					{BALL_PRESETS.map((count) => setBalls(count, t("plinko.quick", { count }), !affords(count)))}
				</div>
			</div>
			<label className="grid gap-2 font-semibold">
				{t("plinko.risk")}
				<select name="risk" className="field" disabled={busy}>
					<option value="high">{t("plinko.riskHigh")}</option>
				</select>
			</label>
			<button
				type="submit"
				name="intent"
				value="play"
				// aria-disabled instead of disabled keeps the keyboard focus.
				aria-disabled={locked || undefined}
				className="button button-primary min-h-14 text-lg max-lg:order-first"
			>
				<ArrowDownToLine aria-hidden="true" className="size-5" />
				{busy
					? t("plinko.dropping", { count: dropping })
					: `${t("plinko.bet")} · ${formatPoints(cost, language)}`}
			</button>
			<p className="text-center text-sm text-muted">
				{t("plinko.maxWin", { points: formatPoints((cost * MAX_MULTIPLIER) / 100, language) })}
			</p>
			<p role="alert" className="field-error text-center empty:hidden">
				{error ?? (tooDear && !busy ? t("errors.insufficientPoints") : "")}
			</p>
			<p className="needs-scripts text-center text-xs text-muted max-sm:hidden">{t("plinko.keys")}</p>
		</fetcher.Form>
	);
}

/** What is typed stands as it is until it is a number of balls on offer, and gives way when the field is left. */
function BallsField({
	balls,
	locked,
	onBalls,
}: {
	balls: number;
	locked: boolean;
	onBalls(balls: number): void;
}) {
	const [typed, setTyped] = useState<string>();
	const type = (text: string) => {
		setTyped(text);
		const count = Number(text);
		if (Number.isInteger(count) && count >= 1 && count <= MAX_BALLS) onBalls(count);
	};
	return (
		<input
			id="balls"
			name="balls"
			type="number"
			inputMode="numeric"
			min={1}
			max={MAX_BALLS}
			required
			value={typed ?? balls}
			readOnly={locked}
			onChange={(event) => type(event.target.value)}
			onBlur={() => setTyped(undefined)}
			className="field text-center text-lg font-bold tabular-nums"
		/>
	);
}
