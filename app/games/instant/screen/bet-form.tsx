import type { FetcherWithComponents } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { DEMO_WALLET } from "../../wallet";

export interface BetFormProps {
	/** Begins the ids of the elements. */
	id: string;
	fetcher: FetcherWithComponents<unknown>;
	language: Language;
	idempotencyKey: string;
	wallet: string;
	/** The most that a bet may cost, in points: the balance, or a lower maximum bet. */
	limit: number;
	/** In points; undefined without a maximum. */
	maxBet: number | undefined;
	/** In points, without an outcome that is still animated. */
	shownBalance: number;
	/** Stakes on offer, and the chosen one, in points per draw. */
	stakes: readonly number[];
	stake: number;
	onStake(stake: number): void;
	/** Called when the form is sent, with the cost in points. */
	onPlay(cost: number): void;
	/** Nothing can be played or changed now. */
	busy: boolean;
	/** The player cannot bet in any game now. */
	isRestricted: boolean;
	/** The server's refusal of the last bet. */
	error: string | undefined;
}

interface Texts {
	/** In points. */
	cost: number;
	/** Why the options cannot be played; undefined if they can. */
	fault?: string | undefined;
	stakeLabel: string;
	/** Lines below the stakes. */
	info: ReactNode;
	/** The text of the main button while no round is animated, without the cost. */
	action: string;
	/** The text of the main button during a round. */
	busyAction?: string | undefined;
	icon: ReactNode;
	keys: string;
	/** The options of the bet beside the stake. */
	children?: ReactNode;
}

/**
 * The bet form of an instant game. It is not sent during a round or, with scripts, if the cost is too high or an option is
 * invalid.
 */
export function BetForm({ children, cost, fault, ...props }: BetFormProps & Texts) {
	const { t } = useTranslation();
	const { id, fetcher, language, limit, maxBet, busy, isRestricted } = props;
	const isBusy = busy || isRestricted;
	const tooDear = cost > limit;
	const hydrated = useHydrated();
	// Without scripts the button could not come back when the bet is lowered; the server refuses then.
	const locked = hydrated ? isBusy || tooDear || fault !== undefined : isBusy;
	const limitFault = tooDear
		? t(limit === maxBet ? "errors.betTooHigh" : "errors.insufficientPoints", { max: limit })
		: "";
	const refusal = !isBusy && fault ? fault : (props.error ?? (isBusy ? "" : limitFault));
	return (
		<fetcher.Form
			method="post"
			action={`/mini-games/${id}`}
			id={`${id}-form`}
			className="panel flex flex-col gap-3"
			onSubmit={(event) => {
				if (locked) event.preventDefault();
				else props.onPlay(cost);
			}}
		>
			{/* First in the form, so that Enter in a field plays instead of changing an option. */}
			<button type="submit" name="intent" value="play" className="sr-only" aria-hidden="true" tabIndex={-1}>
				{props.action}
			</button>
			<input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />
			<input type="hidden" name="wallet" value={props.wallet} />
			<p className="flex items-baseline justify-between gap-3">
				<span className="text-muted">
					{t(props.wallet === DEMO_WALLET ? "instant.demoBalance" : "instant.balance")}
				</span>
				<strong className="font-display text-2xl leading-none tabular-nums" data-testid="game-balance">
					{formatPoints(props.shownBalance, language)}
				</strong>
			</p>
			<StakeField {...props} locked={isBusy} />
			<p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
				{props.info}
				{maxBet && (
					<span>
						{t("lobby.maxBet")}: {formatPoints(maxBet, language)}
					</span>
				)}
			</p>
			{children}
			<div className="instant-form__main grid gap-1">
				<button
					type="submit"
					id={`${id}-drop`}
					name="intent"
					value="play"
					// aria-disabled instead of disabled keeps the keyboard focus.
					aria-disabled={locked || undefined}
					disabled={isRestricted && !hydrated}
					className="button button-primary min-h-14 text-lg"
				>
					{props.icon}
					{props.busyAction ?? (fault ? props.action : `${props.action} · ${formatPoints(cost, language)}`)}
				</button>
				<p role="alert" id={`${id}-error`} className="field-error text-center empty:hidden">
					{refusal}
				</p>
			</div>
			<p className="needs-scripts text-center text-xs text-muted max-lg:hidden">{props.keys}</p>
		</fetcher.Form>
	);
}

function StakeField({
	stakes,
	stake,
	stakeLabel,
	locked,
	onStake,
}: Pick<BetFormProps & Texts, "stakes" | "stake" | "stakeLabel" | "onStake"> & { locked: boolean }) {
	return (
		<fieldset disabled={locked}>
			<legend className="mb-1 font-semibold">{stakeLabel}</legend>
			<div className="grid auto-cols-fr grid-flow-col gap-2">
				{stakes.map((offered) => (
					<ChoiceButton
						key={offered}
						name="stake"
						value={offered}
						isChosen={offered === stake}
						onChoose={() => onStake(offered)}
					/>
				))}
			</div>
		</fieldset>
	);
}

/** A radio button that looks like a button. */
export function ChoiceButton({
	name,
	value,
	label = value,
	isChosen,
	onChoose,
}: {
	name: string;
	value: string | number;
	label?: ReactNode;
	isChosen: boolean;
	onChoose(): void;
}) {
	return (
		<label className="button min-w-0 px-0 text-center has-checked:border-accent has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
			<input
				type="radio"
				name={name}
				value={value}
				checked={isChosen}
				onChange={onChoose}
				className="sr-only"
			/>
			{label}
		</label>
	);
}
