import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { previewRules } from "~/earning/rules/preview.server";
import { fieldsOf, rulesOf, rulesSchema } from "~/earning/rules/rule-fields.server";
import { RulesForm } from "~/earning/rules/rules-form";
import { RulesPreviewPanel } from "~/earning/rules/rules-preview";
import { languageOf } from "~/i18n/i18next.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("settings.tabs.earning"),
	messages: ["settings", "earning"],
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const { version, rules } = site.newest();
	const zone = site.config.SITE_TIMEZONE;
	return { language, version, zone, fields: fieldsOf(rules, zone) };
}

/** Saves the rules and redirects to this page, or returns what they would have paid. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: rulesSchema,
	async run({ input: { intent, revision, ...fields }, viewer }) {
		const zone = site.config.SITE_TIMEZONE;
		const rules = rulesOf(fields, zone);
		if (intent === "preview") {
			const preview = await previewRules(site, site.rules(), rules);
			return { revision, fields: fieldsOf(rules, zone), preview };
		}
		await site.saveRules(viewer.id, rules, revision);
		return site.flash.redirect("/settings/earning", "settingsSaved");
	},
});

export default function EarningSettings() {
	const { t } = useTranslation();
	const { language, version, zone, fields } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const previewed = answer?.ok && "preview" in answer ? answer : undefined;
	return (
		<div className="grid gap-6">
			<PageHeader title={t("settings.tabs.earning")}>
				<SettingsTabs />
			</PageHeader>
			<RulesForm
				key={version}
				version={previewed?.revision ?? version}
				fields={previewed?.fields ?? fields}
				zone={zone}
				answer={answer}
			/>
			{previewed ? <RulesPreviewPanel preview={previewed.preview} language={language} /> : null}
		</div>
	);
}
