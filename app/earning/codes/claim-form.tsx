import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { Field } from "~/ui/field";

/** The answer to a claim. */
export type ClaimAnswer =
	| (FieldAnswer & { ok: false })
	| { ok: true; points: string; isNew: boolean }
	| undefined;

interface Props {
	/** The code in the address; may be empty. */
	code: string;
	isSignedIn: boolean;
	answer: ClaimAnswer;
	busy: boolean;
}

/** The field for a code from the stream; for visitors a link to the sign-in. */
export function ClaimForm({ code, isSignedIn, answer, busy }: Props) {
	const { t } = useTranslation();
	const refused = answer?.ok === false ? answer : undefined;
	const error = refused && {
		...refused,
		fieldErrors: { code: refused.fieldErrors?.code ?? refused.message ?? "" },
	};
	if (!isSignedIn) {
		const here = `/claim${code ? `/${encodeURIComponent(code)}` : ""}`;
		return (
			<Link
				to={`/login?returnTo=${encodeURIComponent(here)}`}
				reloadDocument
				className="button button-primary justify-self-start"
			>
				{t("earning.claim.signIn")}
			</Link>
		);
	}
	return (
		<Form method="post" action="/claim" className="grid gap-4" noValidate preventScrollReset>
			<p role="status" className="text-xl font-bold text-accent-text empty:hidden" data-testid="claimed">
				{answer?.ok
					? t(answer.isNew ? "earning.claim.credited" : "earning.claim.already", { points: answer.points })
					: null}
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
			<button
				type="submit"
				className="button button-primary justify-self-start px-8 max-sm:w-full"
				aria-disabled={busy || undefined}
			>
				{t("earning.claim.button")}
			</button>
		</Form>
	);
}
