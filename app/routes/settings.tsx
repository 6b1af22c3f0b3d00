import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { History, Settings as SettingsIcon, Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { RtpChart } from "~/games/crash/screen/rtp-chart";
import { compareDraws } from "~/games/crash/screen/rtp-chart.server";
import { defaultNames } from "~/games/names.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { routePathOf } from "~/lib/route-path";
import type { FormName } from "~/lib/settings.server";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { ServiceTest } from "~/settings/service-tests";
import { TIME_ZONES } from "~/settings/setting-field";
import { SettingForm } from "~/settings/setting-form";
import { settingsSchema } from "~/settings/settings.schema.server";
import { HIDDEN_FIELDS } from "~/settings/settings.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { SERVICE_TESTS } from "~/site/service-tests.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { ShownOnce } from "~/ui/shown-once";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

type Tab = "channel" | "services" | "rules" | "texts";

export const handle = await declarePage({
	title: (t, loaded) => {
		const { tab = "channel" } = (loaded ?? {}) as { tab?: Tab };
		return t(tab === "channel" ? "shell.settings" : `settings.tabs.${tab}`);
	},
	messages: ["channel", "crashRules", "pictures", "settings"],
	navigation: { label: (t) => t("shell.settings"), icon: SettingsIcon, order: 150, for: "admin" },
});

/** The forms of each page. Those of the platforms are on `/settings/stream`. */
const PAGES: Record<Tab, readonly FormName[]> = {
	channel: ["channel"],
	services: ["bot", "webhook", "discord", "pointsProvider", "hunt"],
	rules: ["games", "predictions", "requests", "rules", "backups"],
	texts: ["names", "legal"],
};

const tabAt = (request: Request): Tab => {
	const name = routePathOf(request).split("/")[2];
	return name === "services" || name === "rules" || name === "texts" ? name : "channel";
};

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const tab = tabAt(request);
	const forms = site.settings.shown(PAGES[tab], defaultNames());
	return {
		...{ tab, language, timeZone: site.config.SITE_TIMEZONE },
		forms: await Promise.all(
			forms.map(async (form) => {
				const test = SERVICE_TESTS[form.name];
				const hasTest = test?.isOn() ?? false;
				return { ...form, hasTest, failed: (hasTest && (await test?.listFailed?.(language))) || [] };
			}),
		),
		...(tab === "rules" && {
			timeZones: Intl.supportedValuesOf("timeZone"),
			draws: compareDraws(language),
		}),
	};
}

/** Saves one of the forms and redirects to this page, or tries a service. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	unechoed: HIDDEN_FIELDS,
	schema: settingsSchema(site.settings),
	async run({ input, viewer, request }) {
		const { form, intent, revision, who, failed, again, upload, created, ...typed } = input;
		if (intent === "test") {
			const test = SERVICE_TESTS[form];
			if (!test) throw new DomainError("pageExpired");
			const { t } = i18nIn(await languageOf(request));
			return { tested: form, result: await test.run({ t, admin: viewer.username, who, failed, again }) };
		}
		await site.settings.save(viewer.id, form, typed, revision, upload);
		if (created) return { created };
		return site.flash.redirect(routePathOf(request), "settingsSaved");
	},
});

export default function Settings() {
	const { t } = useTranslation();
	const { tab, forms, timeZone, timeZones = [], draws, language } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer?.ok === false ? answer : undefined;
	const created = answer?.ok && "created" in answer ? answer.created : undefined;
	return (
		<div className="grid gap-6">
			<PageHeader title={t(tab === "channel" ? "shell.settings" : `settings.tabs.${tab}`)}>
				<SettingsTabs />
				{tab === "channel" ? (
					<div className="flex flex-wrap gap-2">
						<Link to="/social/links" className="button">
							<Share2 aria-hidden="true" className="size-5" />
							{t("channel.toLinks")}
						</Link>
						<Link to="/changes" className="button">
							<History aria-hidden="true" className="size-5" />
							{t("channel.toChanges")}
						</Link>
					</div>
				) : null}
			</PageHeader>
			<ShownOnce label={t("settings.created")} secret={created} />
			<datalist id={TIME_ZONES}>
				{timeZones.map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
			{forms.map((form) => (
				<SettingForm
					key={`${form.name} ${form.revision}`}
					{...{ form, timeZone }}
					answer={refused}
					note={
						form.name === "games" && draws ? (
							<div className="grid gap-3">
								<p className="max-w-prose">{draws.sentence}</p>
								<RtpChart {...draws} language={language} />
							</div>
						) : form.name === "predictions" ? (
							<p className="max-w-prose font-semibold">{t("settings.forms.predictions.law")}</p>
						) : null
					}
				>
					{form.hasTest ? (
						<ServiceTest
							form={form.name as Parameters<typeof ServiceTest>[0]["form"]}
							answer={refused}
							failed={form.failed}
							result={
								answer?.ok && "tested" in answer && answer.tested === form.name ? answer.result : undefined
							}
						/>
					) : null}
				</SettingForm>
			))}
		</div>
	);
}
