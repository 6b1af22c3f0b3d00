import { Square } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { formatPoints } from "~/i18n/format";
import { refusalText } from "~/ui/refusal-text";
import { AutoPlay } from "../../auto-play/auto-play";
import { DemoBanner } from "../../demo-banner";
import { useLossLeft, useRestriction } from "../../limits/restriction";
import { QuickStakes } from "../../quick-stakes";
import { RULES } from "../../rules";
import { useBetInAddress } from "../../use-bet-in-address";
import { type Bet, costOf, type InstantRules } from "../rules";
import { pressPlay, useBetKeys } from "./use-bet-keys";
import type { InstantGameState, InstantProps } from "./use-instant-game";

/** A click within this time after the automatic play was stopped may be the second of a double-click. */
const CHANGE_MS = 450;

interface Props<Input extends Bet> extends Omit<InstantProps<Input>, "page"> {
	/** Begins the ids of the elements. */
	id: keyof typeof RULES;
	game: InstantGameState<Input>;
	/** The chosen bet, as the query parameters of the page. */
	bet: Readonly<Record<string, string | number>> & { stake: number };
	/** In points; by default the stake. */
	cost?: number;
	onStake(stake: number): void;
	/** See `useBetKeys`. */
	onStep?: ((step: 1 | -1) => void) | undefined;
	/** The options of the bet beside the stake. */
	options?: ReactNode;
	/** Why the options cannot be played with a stake; undefined if they can. */
	fault?(stake: number): string | undefined;
	/** The texts of the main button without the cost and during a round, of the stakes, and of the keys. */
	texts: Record<"action" | "busyAction" | "stake" | "keys", string> & {
		/** Below the stakes. */
		info: ReactNode;
	};
	icon: ReactNode;
}

/**
 * The bet form of an instant game, with its keys, and the banner of a demo. With scripts it is not sent while the
 * stage has no room for its draws, if the cost is too high, or if an option is invalid.
 */
export function BetForm<Input extends Bet>(props: Props<Input>) {
	const { t } = useTranslation();
	const { id, fetcher, answer, game, bet, texts } = props;
	const { stake } = bet;
	const { page, limit } = game;
	const { language, maxBet } = page;
	const { stakes }: InstantRules = RULES[id];
	const cost = props.cost ?? stake;
	const path = `/mini-games/${id}`;
	const isRestricted = useRestriction() !== undefined;
	const isPlaying = game.draws > 0;
	const isFull = isPlaying && game.draws + cost / stake > game.maxPlaying;
	const tooDear = cost > limit;
	const fault = props.fault?.(stake);
	const lossLeft = useLossLeft();
	const hydrated = useHydrated();
	const stopAuto = game.auto?.stop;
	const round = answer?.ok && !isPlaying && answer.round?.id === game.lastShownId ? answer.round : undefined;
	/** The automatic play sends the form. */
	const isAuto = useRef(false);
	const stoppedAt = useRef(Number.NEGATIVE_INFINITY);
	useBetInAddress(bet);
	useBetKeys({
		...{ id, stakes, stake, setStake: props.onStake, onStep: props.onStep },
		stopAuto,
		disabled: props.covered || isRestricted,
	});
	// Without scripts the button could not come back when the bet is lowered; the server refuses then.
	const locked = isRestricted || (hydrated && (game.isWaiting || isFull || tooDear || fault !== undefined));
	const limitFault = tooDear
		? t(limit === maxBet ? "errors.betTooHigh" : "errors.insufficientPoints", { max: limit })
		: "";
	// The error of the first invalid field is more specific than the general error.
	const refused =
		answer && !answer.ok ? (Object.values(answer.fieldErrors ?? {})[0] ?? refusalText(answer, t)) : undefined;
	const action = fault ? texts.action : `${texts.action} · ${formatPoints(cost, language)}`;
	const isDropping = isPlaying && game.maxPlaying > 1;
	const wait = isFull ? t("instant.full", { max: game.maxPlaying }) : limitFault;
	const busyAction = isDropping && wait ? `${texts.busyAction} · ${wait}` : texts.busyAction;
	const isShowing = !isDropping && (isPlaying || game.isSending);
	const label = stopAuto ? t("instant.auto.stop") : isShowing ? busyAction : action;
	const note = stopAuto ? game.auto?.text : isDropping ? busyAction : "";
	return (
		<>
			<fetcher.Form
				method="post"
				action={path}
				id={`${id}-form`}
				className="panel flex flex-col gap-3"
				onSubmit={(event) => {
					if (locked || (stopAuto && !isAuto.current)) return event.preventDefault();
					if (!isAuto.current) game.setAuto(undefined);
					game.holdCost(cost);
				}}
			>
				{/* First in the form, so that Enter in a field plays instead of changing an option. */}
				<button type="submit" name="intent" value="play" className="sr-only" aria-hidden="true" tabIndex={-1}>
					{texts.action}
				</button>
				<input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
				<input type="hidden" name="wallet" value={page.wallet} />
				<p className="flex items-baseline justify-between gap-3">
					<span className="text-muted">{t(game.isDemo ? "instant.demoBalance" : "instant.balance")}</span>
					<strong className="font-display text-2xl leading-none tabular-nums" data-testid="game-balance">
						{formatPoints(game.balance, language)}
					</strong>
				</p>
				<fieldset disabled={isRestricted}>
					<legend className="mb-1 font-semibold">{texts.stake}</legend>
					<div className="grid auto-cols-fr grid-flow-col gap-2">
						{stakes.map((offered) => (
							<ChoiceButton
								key={offered}
								name="stake"
								value={offered}
								isChosen={offered === stake}
								onChoose={() => props.onStake(offered)}
							/>
						))}
					</div>
				</fieldset>
				<QuickStakes
					offered={stakes.filter((offered) => !props.fault?.(offered))}
					stake={stake}
					last={page.lastRound?.input.stake}
					limit={Math.min(limit, lossLeft) / (cost / stake)}
					locked={isRestricted}
					onStake={props.onStake}
				/>
				<p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
					{texts.info}
					{maxBet && (
						<span>
							{t("lobby.maxBet")}: {formatPoints(maxBet, language)}
						</span>
					)}
				</p>
				{props.options}
				<div className="instant-form__main grid gap-1">
					<button
						type="submit"
						onClick={(event) => {
							if (stopAuto || event.timeStamp - stoppedAt.current < CHANGE_MS) event.preventDefault();
							if (!stopAuto) return;
							stoppedAt.current = event.timeStamp;
							stopAuto();
						}}
						id={`${id}-drop`}
						name="intent"
						value="play"
						// aria-disabled instead of disabled keeps the keyboard focus.
						aria-disabled={(locked && !stopAuto) || undefined}
						disabled={isRestricted && !hydrated}
						className="button button-primary min-h-14 text-lg"
					>
						{stopAuto ? <Square aria-hidden="true" className="size-5" /> : props.icon}
						<span className="grid leading-tight">
							{label}
							{note ? <small className="text-xs">{note}</small> : null}
						</span>
					</button>
					<p
						role="status"
						className="text-center text-sm font-semibold empty:hidden"
						data-testid="auto-status"
					>
						{stopAuto ? "" : game.auto?.text}
					</p>
					<p role="alert" id={`${id}-error`} className="field-error text-center empty:hidden">
						{isRestricted || game.isWaiting ? refused : (fault ?? refused ?? (isPlaying ? "" : limitFault))}
					</p>
				</div>
				<p className="needs-scripts text-center text-xs text-muted max-lg:hidden">{texts.keys}</p>
			</fetcher.Form>
			{hydrated ? (
				<AutoPlay
					language={language}
					covered={props.covered}
					bet={JSON.stringify(bet)}
					cost={cost}
					fault={fault ?? limitFault}
					isReady={!isPlaying && !game.isWaiting}
					ended={round && { id: round.id, net: round.payout - costOf(round) }}
					refused={answer?.ok ? undefined : answer}
					onChange={game.setAuto}
					play={() => {
						isAuto.current = true;
						pressPlay(id);
						isAuto.current = false;
					}}
				/>
			) : null}
			{game.isDemo ? (
				<DemoBanner
					texts="instant"
					path={path}
					fetcher={fetcher}
					canRefill={game.balance < stake && !isPlaying && !game.isWaiting}
				/>
			) : null}
		</>
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
