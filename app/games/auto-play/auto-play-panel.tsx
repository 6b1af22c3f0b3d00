import type { TFunction } from "i18next";
import { type FormEvent, useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNet } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Field } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useReminderDue, useRestriction } from "../limits/restriction";
import {
	type AutoPlan,
	type AutoRun,
	MAX_ROUNDS,
	PLAN_FIELDS,
	type PlanField,
	planIn,
	reduceAuto,
} from "./auto-run";

/** Minimum ms between two bets: far slower than the rate limit of the games, also if no outcome is animated. */
const PACE_MS = 1000;
/** A bet that has neither a round nor a refusal this long after the next could be sent was taken back, or never arrived. */
const GONE_MS = 3000;

/** What the bet form shows of the automatic play. */
export interface AutoControl {
	/** Undefined once it has stopped. */
	stop: (() => void) | undefined;
	/** The progress, and why it has stopped. */
	text: string;
}

export interface AutoPlayProps {
	language: Language;
	/** Another dialog is open over the game. */
	covered: boolean;
	/** The chosen bet, as text: another one stops the run. */
	bet: string;
	/** In points. */
	cost: number;
	/** Why the form would not send the bet; empty if it would. */
	fault: string;
	/** The next bet is due: no form is sent, and no round is played. */
	isReady: boolean;
	/** The last round whose outcome has been shown, and the points that it won. */
	ended: { id: string; net: number } | undefined;
	/** The answer that has refused the last bet. */
	refused: Parameters<typeof refusalText>[0] | undefined;
	/** Sends the bet form. */
	play(): void;
	/** Called after each change; undefined before the first start. */
	onChange(auto: AutoControl | undefined): void;
}

/**
 * Plays the chosen bet again and again until one of the stops that the player has to choose. It sends the bet form, each time
 * once the last outcome has been shown, so that each round is an ordinary one. It ends when the tab is hidden or closed.
 */
export function AutoPlayPanel(props: AutoPlayProps) {
	const { t } = useTranslation();
	const { cost } = props;
	const { run, isOn, text, mayStart, isReminderDue, begin, dispatch } = useAutoRun(props);
	const [faults, setFaults] = useState<readonly PlanField[]>([]);

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isOn) return dispatch({ stop: "player" });
		if (!mayStart) return;
		const form = event.currentTarget;
		const plan = planIn(Object.fromEntries(new FormData(form)) as Record<PlanField, string>, cost);
		setFaults("rounds" in plan ? [] : plan);
		if ("rounds" in plan) return begin(plan);
		form.querySelector<HTMLElement>(`#auto-${plan[0]}`)?.focus();
	}

	const fault = (field: PlanField) => t(`instant.auto.faults.${field}`, { max: MAX_ROUNDS, cost });
	const fieldErrors = Object.fromEntries(faults.map((field) => [field, fault(field)]));
	return (
		<form className="grid gap-3" noValidate onSubmit={submit}>
			<p className="text-sm text-muted">{t("instant.auto.hint")}</p>
			{PLAN_FIELDS.map((name) => (
				<Field
					key={name}
					idPrefix="auto"
					name={name}
					label={t(`instant.auto.fields.${name}`)}
					known={name === "rounds" ? 10 : undefined}
					inputMode="numeric"
					answer={{ fieldErrors }}
				/>
			))}
			<button
				type="submit"
				// The second click of a double-click does not stop what the first has started.
				onClick={(event) => event.detail > 1 && event.preventDefault()}
				aria-disabled={(!isOn && !mayStart) || undefined}
				className="button"
				data-testid="auto-start"
			>
				{t(isOn ? "instant.auto.stop" : "instant.auto.start")}
			</button>
			{/* On a phone the bet form, which announces it, is a screen above. */}
			<p aria-hidden="true" className="text-sm font-semibold empty:hidden lg:hidden">
				{text}
			</p>
			<p role="status" className="text-sm font-semibold empty:hidden">
				{isReminderDue && run?.stop !== "reminder" ? t("instant.auto.stops.reminder") : ""}
			</p>
		</form>
	);
}

/** The run, which sends the next bet, counts its round and stops. */
export function useAutoRun(props: AutoPlayProps) {
	const { t } = useTranslation();
	const { covered, cost, bet, isReady, ended, refused, onChange } = props;
	const [run, dispatch] = useReducer(reduceAuto, undefined);
	const isOn = run !== undefined && !run.stop;
	const latest = useRef(props);
	/** The last round that is counted, the last refusal, and the state of the run for which a bet was sent. */
	const countedId = useRef(ended?.id);
	const lastRefused = useRef(refused);
	const sent = useRef<{ for: AutoRun; at: number; isOpen: boolean }>();
	useEffect(() => {
		latest.current = props;
	});

	useEffect(() => {
		const round = ended?.id === countedId.current ? undefined : ended;
		const refusal = refused === lastRefused.current ? undefined : refused;
		countedId.current = ended?.id ?? countedId.current;
		lastRefused.current = refused;
		if (!sent.current?.isOpen || !(round || refusal)) return;
		sent.current.isOpen = false;
		if (round) dispatch({ net: round.net, cost });
		else if (refusal) dispatch({ stop: "refused", refusal: refusalText(refusal, t) });
	}, [refused, ended, cost, t]);

	useEffect(() => {
		if (!run || run.stop || !isReady) return;
		const isSent = sent.current?.for === run;
		const pause = sent.current ? sent.current.at + PACE_MS - performance.now() : 0;
		const next = () => {
			const { fault: refusal, play } = latest.current;
			// The event of a tab that is hidden now may not be handled yet.
			if (document.hidden) return dispatch({ stop: "hidden" });
			if (refusal || sent.current?.for === run)
				return dispatch({ stop: "refused", ...(refusal && { refusal }) });
			sent.current = { for: run, at: performance.now(), isOpen: true };
			play();
			timer = setTimeout(next, GONE_MS);
		};
		let timer = setTimeout(next, isSent ? GONE_MS : Math.max(0, pause));
		return () => clearTimeout(timer);
	}, [run, isReady]);

	useEffect(() => {
		const stopIfHidden = () => {
			if (document.hidden) dispatch({ stop: "hidden" });
		};
		document.addEventListener("visibilitychange", stopIfHidden);
		return () => document.removeEventListener("visibilitychange", stopIfHidden);
	}, []);
	const isRestricted = useRestriction() !== undefined;
	const isReminderDue = useReminderDue();
	useEffect(() => {
		if (isRestricted) dispatch({ stop: "restricted" });
		else if (isReminderDue) dispatch({ stop: "reminder" });
		else if (covered) dispatch({ stop: "hidden" });
	}, [isRestricted, isReminderDue, covered]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a player who changes the bet wants to decide again
	useEffect(() => dispatch({ stop: "player" }), [bet]);

	const text = run && textOf(run, t, props.language);
	useEffect(() => {
		onChange(text ? { stop: isOn ? () => dispatch({ stop: "player" }) : undefined, text } : undefined);
	}, [isOn, text, onChange]);

	function begin(plan: AutoPlan) {
		// A bet that is still open is not of this run.
		if (sent.current) sent.current.isOpen = false;
		dispatch({ start: plan, cost });
	}
	const mayStart = !isRestricted && !isReminderDue && !props.fault;
	return { run, isOn, text, mayStart, isReminderDue, begin, dispatch };
}

/** Such as `Round 3 of 10 · −40`; `2 of 10 rounds · −40` and the reason when it has stopped. */
function textOf({ played, plan, net, stop, refusal }: AutoRun, t: TFunction, language: Language): string {
	const { rounds } = plan;
	const count = stop
		? t("instant.auto.played", { played, rounds })
		: t("instant.auto.round", { number: Math.min(played + 1, rounds), rounds });
	const progress = `${count} · ${formatNet(net, language)}`;
	return stop ? `${progress}. ${refusal ?? t(`instant.auto.stops.${stop}`)}` : progress;
}
