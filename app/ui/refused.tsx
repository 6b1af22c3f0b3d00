import { useTranslation } from "react-i18next";
import { refusalText } from "./refusal-text";

/** The answer to a form; undefined before it is sent. */
export type RefusedAnswer = { ok?: boolean; code?: string; message?: string | undefined } | undefined;

/** Announces why a form was refused. Empty for other answers. */
export function Refused({ answer }: { answer: RefusedAnswer }) {
	const { t } = useTranslation();
	return (
		<p role="alert" className="field-error text-base empty:hidden">
			{answer && !answer.ok ? refusalText(answer, t) : null}
		</p>
	);
}
