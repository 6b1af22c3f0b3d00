import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { rulesSchema } from "~/earning/rules/rules.schema";
import { RulesForm } from "~/earning/rules/rules-form";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("settings.tabs.earning"),
	messages: ["settings", "earning"],
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const { version, rules } = site.newest();
	return { version, rules };
}

/** Saves the rules and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: rulesSchema,
	async run({ input: { revision, ...changes }, viewer, headers }) {
		await site.saveRules(viewer.id, { ...site.rules(), ...changes }, revision);
		headers.append("Set-Cookie", site.flash.write("settingsSaved"));
		return redirect("/settings/earning");
	},
});

export default function EarningSettings() {
	const { t } = useTranslation();
	const { version, rules } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().formMethod === "POST";
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("settings.tabs.earning")}</h1>
				<SettingsTabs />
			</header>
			<RulesForm key={version} {...{ version, rules, answer, busy }} />
		</div>
	);
}
