import { Gauge, Hourglass, MoonStar, ShieldCheck } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { LimitsPage } from "./limits-page.server";

interface Props {
	care: LimitsPage;
	language: Language;
	/** The answer to a refused form; `typed.intent` names the form. */
	refused: (FieldAnswer & { typed?: Record<string, unknown> }) | undefined;
}

/** Shows the points lost or won today, and the part of the limit that is left. */
export function Today({ care: { lost, dailyLoss }, language }: Pick<Props, "care" | "language">) {
	const { t } = useTranslation();
	const points = (value: number) => formatPoints(value, language);
	return (
		<Panel title={t("care.today")} icon={<Gauge aria-hidden="true" className="size-6 text-accent-text" />}>
			<p className="flex flex-wrap items-baseline gap-x-3" data-testid="lost-today">
				<strong className="font-display text-4xl font-extrabold tabular-nums">
					{points(Math.abs(lost))}
				</strong>
				<span className="text-lg text-muted">{t(lost < 0 ? "care.wonToday" : "care.lostToday")}</span>
			</p>
			{dailyLoss === null ? (
				<p className="text-muted">{t("care.noLimit")}</p>
			) : (
				<>
					<progress
						className="progress-bar"
						max={Math.max(dailyLoss, 1)}
						value={Math.min(Math.max(lost, 0), Math.max(dailyLoss, 1))}
						aria-label={t("care.usedOfLimit")}
					/>
					<p className="text-muted" data-testid="left-today">
						{t("care.leftToday", {
							left: points(Math.max(0, dailyLoss - lost)),
							count: dailyLoss,
						})}
					</p>
				</>
			)}
		</Panel>
	);
}

/** The form of the daily loss limit. A pending looser limit is shown with a button that discards it. */
export function LimitForm({ care: { dailyLoss, next }, language, refused }: Props) {
	const { t } = useTranslation();
	const answer = refused?.typed?.intent === "limit" ? refused : undefined;
	return (
		<Panel
			title={t("care.limit")}
			icon={<ShieldCheck aria-hidden="true" className="size-6 text-accent-text" />}
		>
			<p className="text-muted">{t("care.limitText")}</p>
			{next ? (
				<div className="grid gap-3 rounded-2xl bg-raised p-4" data-testid="next-limit">
					<p className="flex gap-3">
						<Hourglass aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />
						{next.dailyLoss === null
							? t("care.nextNone", { when: next.from })
							: t("care.next", { when: next.from, count: next.dailyLoss })}
					</p>
					<IntentForm
						intent="limit"
						label={t("care.keep", { limit: formatPoints(dailyLoss ?? 0, language) })}
						fields={{ dailyLoss: dailyLoss ?? "" }}
					/>
				</div>
			) : null}
			<IntentForm intent="limit" label={t("care.save")} isPrimary answer={answer}>
				<div className="max-w-sm">
					<Field
						name="dailyLoss"
						label={t("care.limitLabel")}
						hint={t("care.limitHint")}
						known={dailyLoss}
						inputMode="numeric"
						answer={answer}
					/>
				</div>
			</IntentForm>
		</Panel>
	);
}

/** Shows the current break, and the forms that start or extend one and that end it early. */
export function BreakForm({ care: { breakUntil, breaks, canEndBreak }, refused }: Props) {
	const { t } = useTranslation();
	const answer = refused?.typed?.intent === "limit" ? undefined : refused;
	return (
		<Panel title={t("care.break")} icon={<MoonStar aria-hidden="true" className="size-6 text-accent-text" />}>
			{breakUntil ? (
				<p className="rounded-2xl bg-raised p-4 font-semibold" data-testid="break-until">
					{t("care.onBreak", { when: breakUntil })}
				</p>
			) : null}
			<p className="text-muted">{t(breakUntil ? "care.onBreakText" : "care.breakText")}</p>
			{breaks.length > 0 ? (
				<IntentForm
					intent="break"
					label={t(breakUntil ? "care.extend" : "care.start")}
					isPrimary={!breakUntil}
					answer={answer}
				>
					<fieldset>
						<legend className="mb-2 font-semibold">
							{t(breakUntil ? "care.extendLabel" : "care.breakLabel")}
						</legend>
						<div className="flex flex-wrap gap-2">
							{breaks.map((length, place) => (
								<label key={length} className="button has-checked:border-accent-text">
									<input
										type="radio"
										name="length"
										value={length}
										defaultChecked={place === 0}
										className="size-4 accent-accent"
									/>
									{t(`care.lengths.${length}`)}
								</label>
							))}
						</div>
					</fieldset>
				</IntentForm>
			) : null}
			{canEndBreak ? <IntentForm intent="endBreak" label={t("care.end")} /> : null}
		</Panel>
	);
}

interface FormProps extends Pick<ComponentProps<typeof PostForm>, "fields"> {
	intent: string;
	/** Of its button. */
	label: string;
	isPrimary?: boolean;
	answer?: FieldAnswer | undefined;
	children?: ReactNode;
}

function IntentForm({ intent, label, isPrimary, fields, answer, children }: FormProps) {
	return (
		<PostForm className="grid gap-4" {...(fields && { fields })}>
			{children}
			{/* The error of a field is shown there. */}
			<Refused answer={answer?.fieldErrors?.dailyLoss ? undefined : answer} />
			<button
				type="submit"
				name="intent"
				value={intent}
				className={`button justify-self-start ${isPrimary ? "button-primary" : ""}`}
			>
				{label}
			</button>
		</PostForm>
	);
}

function Panel({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
	return (
		<section className="panel grid content-start gap-4">
			<h2 className="flex items-center gap-2 text-2xl font-bold">
				{icon}
				{title}
			</h2>
			{children}
		</section>
	);
}
