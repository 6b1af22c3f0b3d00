import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { TimeLeft } from "~/earning/codes/time-left";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { Refused } from "~/ui/refused";
import { useFormKey } from "~/ui/use-form-key";
import { MarketActs } from "./market-acts";
import { Outcomes } from "./outcomes";
import type { ShownMarket } from "./predictions-page.server";

/** The answer to a form of the page; `typed.marketId` and `typed.intent` say to which. */
export type PredictionsAnswer = (FieldAnswer & { ok: boolean }) | undefined;

interface Props {
	market: ShownMarket;
	viewer: "visitor" | "viewer" | "decider";
	/** A new key: see `useFormKey`. */
	idempotencyKey: string;
	answer: PredictionsAnswer;
	language: Language;
	/** Loads the page again. */
	reload(): void;
}

/** A prediction in any of its states: pools, the viewer's bet and what the reader may do. */
export function MarketCard({ market, viewer, idempotencyKey, answer, language, reload }: Props) {
	const { t } = useTranslation();
	const { id, question, state, own, closesAt, paysAt, refund } = market;
	const refused = answer && !answer.ok && answer.typed?.marketId === id ? answer : undefined;
	const left = market.maxStake - (own?.points ?? 0);
	const isForm = state === "open" && viewer === "viewer" && !market.isOwnMatch && left > 0;
	return (
		<section
			id={`market-${id}`}
			aria-labelledby={`question-${id}`}
			className="panel grid content-start gap-4"
			data-testid="market"
			data-state={state}
		>
			<div className="flex flex-wrap items-center gap-2">
				<span className={`badge ${state === "open" ? "text-accent-text" : ""}`}>
					{t(`predictions.states.${state}`)}
				</span>
				<span className="text-sm text-muted">
					{state === "open" ? t("predictions.closesAt", { time: closesAt }) : null}
					{state === "locked" ? t(`predictions.waits.${market.source}`) : null}
					{state === "decided"
						? t(refund ? "predictions.refundsAt" : "predictions.paysAt", { time: paysAt ?? "" })
						: null}
					{state === "paid" ? market.day : null}
				</span>
				{state === "open" ? (
					<span aria-hidden="true" className="needs-scripts ml-auto font-bold tabular-nums">
						<TimeLeft key={market.leftMs} left={market.leftMs} onEnd={reload} />
					</span>
				) : null}
			</div>
			<h2 id={`question-${id}`} className="text-2xl font-bold wrap-anywhere">
				{question}
			</h2>
			{refund ? (
				<p className="font-semibold" data-testid="refund">
					{t(`predictions.refunds.${refund}`)}
				</p>
			) : null}
			{isForm ? (
				<StakeForm
					key={own?.points}
					{...{ market, left, idempotencyKey, language }}
					answer={refused?.typed?.intent === "stake" ? refused : undefined}
				/>
			) : (
				<Outcomes market={market} language={language} />
			)}
			{own ? (
				<p data-testid="own-stake">
					{t("predictions.ownStake", { count: own.points, outcome: market.outcomes[own.outcome] ?? "" })}{" "}
					{own.paid ? (
						<strong className="text-good">
							{t(refund ? "predictions.ownRefund" : "predictions.ownPayout", { count: own.paid })}
						</strong>
					) : null}
					{!refund && market.result !== null && market.result !== own.outcome ? t("predictions.lost") : null}
				</p>
			) : null}
			{state === "open" && market.isOwnMatch ? (
				<p className="font-semibold">{t("predictions.ownMatch")}</p>
			) : null}
			{state === "open" && viewer === "visitor" ? (
				<SignInLink path="/predictions">{t("predictions.signIn")}</SignInLink>
			) : null}
			{/* The form of a bet that came too late is gone. */}
			{isForm && refused?.typed?.intent === "stake" ? null : <Refused answer={refused} />}
			{viewer === "decider" ? <MarketActs market={market} /> : null}
		</section>
	);
}

/** Points of the buttons that bet without typing. */
const QUICK = [50, 100, 500] as const;

/** @param props.left the most that the viewer may stake. */
function StakeForm({
	market,
	left,
	idempotencyKey,
	answer,
	language,
}: Pick<Props, "market" | "idempotencyKey" | "answer" | "language"> & { left: number }) {
	const { id, own } = market;
	const { t } = useTranslation();
	const { key, onSent } = useFormKey(idempotencyKey, answer !== undefined);
	const typed = answer?.typed?.outcome;
	const errors = answer?.fieldErrors ?? {};
	const error =
		answer && (errors.points ?? errors.quick ?? (errors.outcome ? undefined : refusalText(answer, t)));
	return (
		<PostForm
			fields={{ intent: "stake", marketId: id, idempotencyKey: key, ...(own && { outcome: own.outcome }) }}
			onSubmit={onSent}
			className="grid gap-4"
		>
			<fieldset className="grid gap-2" aria-describedby={`outcome-error-${id}`}>
				<legend className="sr-only">{t("predictions.choose")}</legend>
				<Outcomes
					market={market}
					language={language}
					choice={own ? undefined : { checked: typed === undefined ? undefined : Number(typed) }}
				/>
				<p id={`outcome-error-${id}`} role="alert" className="field-error empty:hidden">
					{errors.outcome}
				</p>
			</fieldset>
			<Field
				name="points"
				idPrefix={`stake-${id}`}
				label={t(own ? "predictions.addPoints" : "predictions.points")}
				hint={t("predictions.most", { count: left })}
				inputMode="numeric"
				answer={answer && { ...answer, fieldErrors: error ? { points: error } : {} }}
			/>
			<div className="flex flex-wrap gap-2">
				<button type="submit" className="button button-primary grow max-sm:w-full sm:px-8">
					{t("predictions.send")}
				</button>
				{QUICK.filter((points) => points <= left).map((points) => (
					<button key={points} type="submit" name="quick" value={points} className="button tabular-nums">
						{t("predictions.send")} {formatPoints(points, language)}
					</button>
				))}
			</div>
		</PostForm>
	);
}
