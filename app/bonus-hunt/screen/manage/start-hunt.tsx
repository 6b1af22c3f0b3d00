import { Link } from "@remix-run/react";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { HuntFields } from "./hunt-fields";
import { ManageForm, useManageForm } from "./manage-form";

interface Props {
	idempotencyKey: string;
	/** The default title. */
	title: string;
	/** The last hunt. */
	last: { id: string; title: string; canReopen: boolean } | undefined;
	language: Language;
}

/** The form that starts a hunt, and the last hunt with the button that reopens it. */
export function StartHunt({ idempotencyKey, title, last, language }: Props) {
	const { t } = useTranslation();
	const { refused } = useManageForm("start");
	const [formKey] = useState(idempotencyKey);
	return (
		<>
			<section aria-labelledby="start-hunt" className="panel grid gap-5">
				<h2 id="start-hunt" className="text-2xl font-bold">
					{t("huntManage.startTitle")}
				</h2>
				<p className="max-w-prose text-muted">{t("huntManage.noHunt")}</p>
				<ManageForm intent="start" fields={{ idempotencyKey: formKey }} guarded="page" className="grid gap-5">
					<HuntFields known={{ title }} answer={refused} language={language} />
					<button type="submit" className="button button-primary sm:justify-self-start sm:px-8">
						{t("huntManage.start")}
					</button>
				</ManageForm>
			</section>
			{last ? (
				<section aria-label={t("huntManage.last")} className="panel flex flex-wrap items-center gap-3">
					<p className="mr-auto break-words">{t("huntManage.reopenText", { title: last.title })}</p>
					<Link to={`/bonus-hunt/past/${last.id}`} className="button">
						{t("huntManage.seeResult")}
					</Link>
					{last.canReopen ? (
						<ManageForm intent="reopen" fields={{ huntId: last.id }}>
							<button type="submit" className="button">
								<RotateCcw aria-hidden="true" className="size-5" />
								{t("huntManage.reopen")}
							</button>
						</ManageForm>
					) : null}
				</section>
			) : null}
		</>
	);
}
