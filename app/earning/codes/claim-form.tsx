import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { CountUp } from "~/ui/count-up";
import type { FieldAnswer } from "~/ui/field";
import { Field } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";

/** The answer to a claim. */
export type ClaimAnswer =
	| (FieldAnswer & { ok: false })
	| { ok: true; points: number; isNew: boolean }
	| undefined;

interface Props {
	/** The code in the address; may be empty. */
	code: string;
	isSignedIn: boolean;
	answer: ClaimAnswer;
}

/** The field for a code from the stream; for visitors a link to the sign-in. */
export function ClaimForm({ code, isSignedIn, answer }: Props) {
	const { t } = useTranslation();
	const refused = answer?.ok === false ? answer : undefined;
	const error = refused && {
		...refused,
		fieldErrors: { code: refused.fieldErrors?.code ?? refused.message ?? "" },
	};
	if (!isSignedIn) {
		// The session may have ended since the field was shown.
		const typed = String(refused?.typed?.code ?? code);
		const here = `/claim${typed ? `/${encodeURIComponent(typed)}` : ""}`;
		return (
			<>
				<Refused answer={refused} />
				<SignInLink path={here}>{t("earning.claim.signIn")}</SignInLink>
			</>
		);
	}
	return (
		<PostForm action="/claim" className="grid gap-4">
			<p
				role="status"
				className="text-3xl font-extrabold text-accent-text empty:hidden"
				data-testid="claimed"
			>
				{answer?.ok && answer.isNew ? (
					<CountUp to={answer.points}>{(count) => t("earning.claim.credited", { count })}</CountUp>
				) : null}
				{answer?.ok && !answer.isNew ? t("earning.claim.already", { count: answer.points }) : null}
			</p>
			<Field
				key={answer?.ok ? "claimed" : "open"}
				name="code"
				label={t("earning.claim.label")}
				known={answer?.ok ? "" : code}
				maxLength={200}
				isCode
				answer={error}
			/>
			<button type="submit" className="button button-primary justify-self-start px-8 max-sm:w-full">
				{t("earning.claim.button")}
			</button>
		</PostForm>
	);
}
