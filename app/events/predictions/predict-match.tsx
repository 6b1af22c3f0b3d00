import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import type { readMatchForm } from "./predictions-page.server";

type Props = { fields: NonNullable<Awaited<ReturnType<typeof readMatchForm>>> };

/** One button that opens a prediction about a match. */
export function PredictMatch({ fields }: Props) {
	const { t } = useTranslation();
	return (
		<PostForm
			action="/predictions"
			fields={{ intent: "openMatch", ...fields }}
			className="flex flex-wrap items-center gap-3"
			data-testid="form-predict"
		>
			<button type="submit" className="button">
				{t("bracket.manage.predict")}
			</button>
			<p className="text-sm text-muted">{t("bracket.manage.predictHint", { minutes: fields.minutes })}</p>
		</PostForm>
	);
}
