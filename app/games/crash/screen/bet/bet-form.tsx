import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { AutoPlay } from "../../../auto-play/auto-play";
import type { AutoControl } from "../../../auto-play/auto-play-panel";
import { useLossLeft, useRestriction } from "../../../limits/restriction";
import { QuickStakes } from "../../../quick-stakes";
import {
	MAX_STAKE,
	MAX_TARGET,
	MIN_STAKE,
	MIN_TARGET,
	STAKE_STEP,
	TARGET_STEP,
	targetIn,
} from "../../engine/crash";
import type { Intent } from "../page-data";
import type { Crash } from "../use-crash";
import { ActionButton } from "./action-button";
import type { Offers } from "./offers";
import { MessageLine } from "./player-bet-line";
import { Stepper } from "./stepper";
import { withTarget } from "./use-bet-choice";
import { FORM_ID, pressMain } from "./use-crash-keys";

/** A click within this time may be meant for the button's previous action. A cash-out cannot wait as long. */
const CHANGE_MS = 450;
const CASH_OUT_MS = 200;

interface Props {
	crash: Crash;
	/** The address that the form is posted to. */
	action: string;
	offers: Offers;
	/** The bet cannot be changed now. */
	locked: boolean;
	/** Another dialog is open over the game. */
	covered: boolean;
	/** The player's bets, shown at the end. */
	children: ReactNode;
}

/**
 * The bet form of both games. It is not sent while an answer is pending, the connection is lost, the action of the
 * button has just changed, or the bet is too high. Without scripts the steppers reload the page with the other
 * number.
 */
export function BetForm(props: Props) {
	const { t } = useTranslation();
	const { crash, action, offers } = props;
	const { page, fetcher, bet, choice, balance, hydrated } = crash;
	const { maxBet } = page;
	const sending = fetcher.state === "idle" ? undefined : fetcher.formData?.get("intent");
	const isSettled = useSettled(
		`${offers.main} ${offers.second} ${bet?.id}`,
		offers.main === "cash-out" ? CASH_OUT_MS : CHANGE_MS,
	);
	const isRestricted = useRestriction() !== undefined;
	const isLocked = isRestricted || (hydrated && (props.locked || sending === "place" || sending === "queue"));
	const tooDear = choice.stake > balance;
	const tooHigh = maxBet !== undefined && choice.stake > maxBet;
	const refusal = tooHigh
		? t("errors.betTooHigh", { max: maxBet })
		: tooDear
			? t("errors.insufficientPoints")
			: undefined;

	const isBet = (intent: Intent | undefined) => intent === "place" || intent === "queue";
	/** No bet follows the present one now, so that its stake is not judged. */
	const isOver = offers.end !== undefined || (offers.main === "cash-out" && !isBet(offers.second));

	const isBusy = sending !== undefined || !isSettled;
	/** Without scripts only a restriction disables the button; the server checks every request. */
	const waits = (intent: Intent | undefined): boolean => {
		if (isBet(intent) && isRestricted) return true;
		if (!hydrated) return intent === undefined;
		if (crash.isLost || isBusy) return true;
		return (
			(isBet(intent) && refusal !== undefined) ||
			intent === undefined ||
			(intent !== offers.main && intent !== offers.second)
		);
	};

	const button = (intent: Intent | undefined, isMain: boolean) => (
		<ActionButton
			intent={intent}
			waitLabel={t(offers.end ? `crash.${offers.end}` : "crash.does.wait")}
			isMain={isMain}
			isSending={sending !== undefined && sending === intent}
			isWaiting={waits(intent)}
			crash={crash}
		/>
	);

	const [auto, setAuto] = useState<AutoControl>();
	/** The automatic play sends the form. */
	const isAuto = useRef(false);
	/** Its bet is flown by one press; the countdown flies it if that fails. */
	const mustFly = useRef(false);
	const pressAuto = useCallback(() => {
		isAuto.current = true;
		pressMain();
		isAuto.current = false;
	}, []);
	const mayFly = auto?.stop !== undefined && offers.main === "fly" && !waits("fly");
	useEffect(() => {
		if (mayFly && mustFly.current) pressAuto();
		if (mayFly) mustFly.current = false;
	}, [mayFly, pressAuto]);
	const [last] = crash.results;
	const answered = fetcher.data;
	const ended = offers.end && t(`crash.${offers.end}`);
	const lost = crash.isLost ? t("errors.offline") : undefined;

	return (
		<>
			<fetcher.Form
				method="post"
				action={action}
				id={FORM_ID}
				className="crash-form panel"
				onSubmit={(event) => {
					const { submitter } = event.nativeEvent as SubmitEvent;
					const intent = (submitter as HTMLButtonElement | null)?.value as Intent;
					if (hydrated && waits(intent)) return event.preventDefault();
					if (isAuto.current || intent === "cash-out") return;
					mustFly.current = false;
					if (auto?.stop) auto.stop();
					else setAuto(undefined);
				}}
			>
				{/* First in the form, so that Enter in a field acts instead of changing a number. */}
				<button
					type="submit"
					name="intent"
					value={offers.main ?? "place"}
					className="sr-only"
					aria-hidden="true"
					tabIndex={-1}
				>
					{t("crash.stake")}
				</button>
				<input type="hidden" name="idempotencyKey" value={crash.idempotencyKey} />
				<input type="hidden" name="wallet" value={page.wallet} />
				{bet ? <input type="hidden" name="betId" value={bet.id} /> : null}
				{button(offers.main, true)}
				<div className="crash-form__said">
					<p role="alert" className="field-error text-center">
						{hydrated && !isLocked && !isOver ? refusal : ""}
					</p>
					<MessageLine message={crash.message} />
					<div className="flex flex-wrap items-center justify-center gap-x-3 text-center text-sm font-semibold">
						<p role="status" data-testid="auto-status">
							{auto?.text}
						</p>
						{auto?.stop ? (
							<button type="button" className="button" onClick={auto.stop}>
								{t("instant.auto.stop")}
							</button>
						) : null}
					</div>
				</div>
				<div className="crash-form__bet">
					<StakeStepper crash={crash} locked={isLocked} />
					<TargetStepper crash={crash} locked={isLocked} />
				</div>
				{offers.second ? button(offers.second, false) : null}
				{props.children}
				<p className="needs-scripts text-center text-xs text-muted max-lg:hidden">{t("crash.keys")}</p>
			</fetcher.Form>
			{hydrated ? (
				<AutoPlay
					language={page.language}
					covered={props.covered}
					bet={JSON.stringify(choice)}
					cost={choice.stake}
					fault={ended ?? lost ?? refusal ?? (choice.auto ? "" : t("instant.auto.needsTarget"))}
					isReady={(ended ?? lost) !== undefined || (offers.main === "place" && !isBusy)}
					ended={
						last && { id: last.id, net: last.status === "refunded" ? 0 : (last.payout ?? 0) - last.stake }
					}
					refused={offers.main === "place" && answered && !answered.ok ? answered : undefined}
					play={() => {
						mustFly.current = true;
						pressAuto();
					}}
					onChange={setAuto}
				/>
			) : null}
		</>
	);
}

interface StepperProps {
	crash: Crash;
	locked: boolean;
}

function StakeStepper({ crash, locked }: StepperProps) {
	const { t } = useTranslation();
	const { page, own, results, choice, setChoice, limit } = crash;
	const { maxBet, language } = page;
	const { stake } = choice;
	const lossLeft = useLossLeft();
	const onStake = (value: number) => setChoice({ ...choice, stake: value });
	return (
		<div className="grid gap-2">
			<Stepper
				name="stake"
				label={
					maxBet === undefined
						? t("crash.stake")
						: t("crash.stakeUpTo", { max: formatPoints(maxBet, language) })
				}
				lessLabel={t("crash.lessStake")}
				moreLabel={t("crash.moreStake")}
				value={String(stake)}
				less={stake > MIN_STAKE ? String(stake - STAKE_STEP) : undefined}
				more={stake + STAKE_STEP <= limit ? String(stake + STAKE_STEP) : undefined}
				min={MIN_STAKE}
				{...(maxBet !== undefined && { max: maxBet })}
				step={STAKE_STEP}
				locked={locked}
				onChange={onStake}
			/>
			<QuickStakes
				offered={STAKE_STEP}
				stake={stake}
				last={(own.queued ?? own.bet ?? results[0])?.stake}
				limit={Math.min(limit, lossLeft, MAX_STAKE)}
				locked={locked}
				onStake={onStake}
			/>
		</div>
	);
}

function TargetStepper({ crash: { page, choice, setChoice }, locked }: StepperProps) {
	const { t } = useTranslation();
	const { auto, target } = choice;
	const plain = (hundredths: number) => (hundredths / 100).toFixed(2);
	return (
		<Stepper
			name="target"
			label={t("crash.target")}
			lessLabel={t("crash.lessTarget")}
			moreLabel={t("crash.moreTarget")}
			value={plain(target).replace(".", page.language === "pt" ? "," : ".")}
			less={target > MIN_TARGET ? plain(Math.max(MIN_TARGET, target - TARGET_STEP)) : undefined}
			more={target < MAX_TARGET ? plain(Math.min(MAX_TARGET, target + TARGET_STEP)) : undefined}
			parse={(text) => (targetIn(text) ?? Number.NaN) / 100 || undefined}
			locked={locked}
			isOff={!auto}
			onChange={(value) => setChoice(withTarget(choice, Math.round(value * 100)))}
		>
			<label className="flex min-h-11 items-center gap-3 font-semibold">
				<input
					type="checkbox"
					name="auto"
					checked={auto}
					disabled={locked}
					onChange={(event) => setChoice({ ...choice, auto: event.target.checked })}
					className="size-6 shrink-0 accent-accent"
				/>
				{t("crash.auto")}
			</label>
		</Stepper>
	);
}

/**
 * Whether a button has had its action for `afterMs`, so that a click is not meant for the previous action. True on the
 * first render.
 * @param what identifies the action.
 */
function useSettled(what: string, afterMs: number): boolean {
	const [settled, setSettled] = useState(what);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(what), afterMs);
		return () => clearTimeout(timer);
	}, [what, afterMs]);
	return settled === what;
}
