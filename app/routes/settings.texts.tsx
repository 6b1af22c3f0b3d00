import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { defaultNames } from "~/games/names.server";
import type { FormName } from "~/settings/editable";
import { SettingForms } from "~/settings/setting-forms";
import { settingsSchema } from "~/settings/settings.schema";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("settings.tabs.texts"), messages: ["settings"] });

const FORMS: readonly FormName[] = ["names", "legal"];

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	return site.settings.shown(FORMS, defaultNames());
}

/** Saves one of the forms and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: settingsSchema((form, typed) => site.settings.faultsOf(form, typed)),
	async run({ input: { form, intent, revision, ...typed }, viewer, headers }) {
		if (intent !== "save") throw new DomainError("pageExpired");
		await site.settings.save(viewer.id, form, typed, revision);
		headers.append("Set-Cookie", site.flash.write("settingsSaved"));
		return redirect("/settings/texts");
	},
});

export default function Texts() {
	const { t } = useTranslation();
	const { settings, revisions } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("settings.tabs.texts")}</h1>
				<SettingsTabs />
			</header>
			<SettingForms forms={FORMS} {...{ settings, revisions, answer }} />
		</div>
	);
}
