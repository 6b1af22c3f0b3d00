import { Target } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { formatEuros, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import type { FieldAnswer } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { Refused } from "~/ui/refused";
import type { LocalHunt } from "../model/local-hunt.server";

interface Props {
	hunt: Pick<LocalHunt, "id" | "guessing" | "guesses">;
	/** The viewer's own guess in cents. */
	own: number | undefined;
	isSignedIn: boolean;
	/** Whether the viewer is a moderator who runs hunts, and so does not guess. */
	isTeam: boolean;
	/** Answer to a refused guess; has no message when the site was not reached. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	language: Language;
}

/**
 * The number of guesses, the viewer's own guess, and the form to guess while guessing is open; visitors get a sign-in
 * link.
 */
export function GuessPanel({ hunt, own, isSignedIn, isTeam, answer, language }: Props) {
	const { t } = useTranslation();
	const isOpen = hunt.guessing === "open";
	return (
		<section aria-labelledby="guess" className="panel grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="guess" className="flex items-center gap-2 text-2xl font-bold">
					<Target aria-hidden="true" className="size-6 text-accent-text" />
					{t("hunt.guess.title")}
				</h2>
				<p className="badge tabular-nums" data-testid="guess-count">
					{t("hunt.guess.count", { count: hunt.guesses, guesses: formatPoints(hunt.guesses, language) })}
				</p>
			</div>
			<p className="max-w-prose text-muted">
				{isOpen ? `${t("hunt.guess.text")} ${t("hunt.guess.ends")}` : t("hunt.guess.closed")}
			</p>
			{own !== undefined ? (
				<p className="text-lg">
					{t("hunt.guess.yours")}{" "}
					<strong className="font-display text-2xl text-accent-text tabular-nums" data-testid="own-guess">
						{formatEuros(own / 100, language)}
					</strong>
				</p>
			) : null}
			{isOpen && isTeam ? <p className="font-semibold">{t("hunt.guess.team")}</p> : null}
			{isOpen && isSignedIn && !isTeam ? (
				<GuessForm key={own} huntId={hunt.id} own={own} answer={answer} language={language} />
			) : null}
			{/* The form of a guess that came too late is gone. */}
			{isOpen ? null : <Refused answer={answer} />}
			{isOpen && !isSignedIn ? <SignInLink path="/bonus-hunt">{t("hunt.guess.signIn")}</SignInLink> : null}
		</section>
	);
}

function GuessForm({
	huntId,
	own,
	answer,
	language,
}: Pick<Props, "own" | "answer" | "language"> & { huntId: string }) {
	const { t } = useTranslation();
	const refused = answer && !answer.ok ? answer : undefined;
	const typed = refused?.typed?.guess;
	const error = refused && (refused.fieldErrors?.guess ?? refusalText(refused, t));
	const known = own === undefined ? "" : typedEuros(own, language);
	return (
		<PostForm action="/bonus-hunt" fields={{ huntId }} className="grid gap-1.5">
			<label htmlFor="guess-amount" className="font-semibold">
				{t("hunt.guess.label")}
			</label>
			<div className="flex flex-wrap gap-3">
				<input
					id="guess-amount"
					name="guess"
					inputMode="decimal"
					autoComplete="off"
					defaultValue={typeof typed === "string" ? typed : known}
					aria-describedby="guess-hint guess-error"
					{...faulty(error)}
					className="field max-w-52 grow text-lg font-bold tabular-nums"
				/>
				<button type="submit" className="button button-primary grow sm:grow-0 sm:px-8">
					{t(own === undefined ? "hunt.guess.send" : "hunt.guess.change")}
				</button>
			</div>
			<p id="guess-hint" className="text-sm text-muted">
				{t("hunt.guess.hint")}
			</p>
			<p id="guess-error" role="alert" className="field-error empty:hidden">
				{error}
			</p>
		</PostForm>
	);
}
