import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import type { FormName } from "~/settings/editable";
import { TIME_ZONES } from "~/settings/setting-form";
import { SettingForms } from "~/settings/setting-forms";
import { settingsSchema } from "~/settings/settings.schema";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("settings.tabs.rules"), messages: ["settings"] });

const FORMS: readonly FormName[] = ["rules", "backups"];

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const timeZones = Intl.supportedValuesOf("timeZone");
	return { ...site.settings.shown(FORMS), timeZones };
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
		return redirect("/settings/rules");
	},
});

export default function Rules() {
	const { t } = useTranslation();
	const { settings, revisions, timeZones } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("settings.tabs.rules")}</h1>
				<SettingsTabs />
			</header>
			<datalist id={TIME_ZONES}>
				{timeZones.map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
			<SettingForms forms={FORMS} {...{ settings, revisions, answer }} />
		</div>
	);
}
