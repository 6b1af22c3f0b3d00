import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { tryStore } from "~/backups/copies.server";
import { storeFaultOf } from "~/backups/object-store.server";
import { DomainError } from "~/forms/domain-error";
import { RtpChart } from "~/games/crash/screen/rtp-chart";
import { compareDraws } from "~/games/crash/screen/rtp-chart.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { WRITE_ONLY } from "~/settings/editable";
import { ServiceTest } from "~/settings/service-tests";
import { SettingForm, TIME_ZONES } from "~/settings/setting-form";
import { settingsSchema } from "~/settings/settings.schema";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("settings.tabs.rules"),
	messages: ["settings", "crash"],
});

const FORMS = ["games", "rules", "backups"] as const;

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const timeZones = Intl.supportedValuesOf("timeZone");
	const hasStore = site.config.BACKUP_S3_ENDPOINT !== undefined;
	return { ...site.settings.shown(FORMS), timeZones, hasStore, language, draws: compareDraws(language) };
}

/** Tries the stored settings of the store for copies of backups. */
async function testStore(request: Request) {
	const { t } = i18nIn(await languageOf(request));
	const store = site.openBackupStore();
	if (!store) throw new DomainError("pageExpired");
	try {
		return { isGood: true, text: t("settings.test.copies", { count: await tryStore(store) }) };
	} catch (error) {
		site.log.warn({ event: "backup-store-refused", store: store.name, err: error });
		const reason = t(`settings.test.faults.${storeFaultOf(error)}`);
		return { isGood: false, text: t("settings.test.storeFailed", { reason }) };
	}
}

/** Saves one of the forms and redirects to this page, or tries the store. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	unechoed: WRITE_ONLY,
	schema: settingsSchema((form, typed) => site.settings.faultsOf(form, typed)),
	async run({ input: { form, intent, revision, ...typed }, viewer, request, headers }) {
		if (intent === "test") return { tested: true, result: await testStore(request) };
		await site.settings.save(viewer.id, form, typed, revision);
		headers.append("Set-Cookie", site.flash.write("settingsSaved"));
		return redirect("/settings/rules");
	},
});

export default function Rules() {
	const { t } = useTranslation();
	const { settings, revisions, timeZones, hasStore, language, draws } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const sent = useNavigation().formData;
	const isSent = (form: string, intent: "save" | "test") =>
		sent?.get("form") === form && sent.get("intent") === intent;
	const refused = answer?.ok === false ? answer : undefined;
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
			{FORMS.map((form) => (
				<SettingForm
					key={`${form} ${revisions[form]}`}
					{...{ form, settings, answer: refused }}
					revision={revisions[form]}
					busy={isSent(form, "save")}
					note={
						form === "games" ? (
							<div className="grid gap-3">
								<p className="max-w-prose">{draws.sentence}</p>
								<RtpChart {...draws} language={language} />
							</div>
						) : null
					}
				>
					{form === "backups" ? (
						<ServiceTest
							form={form}
							isOn={hasStore}
							answer={refused}
							result={answer?.ok && "tested" in answer ? answer.result : undefined}
							busy={isSent(form, "test")}
						/>
					) : null}
				</SettingForm>
			))}
		</div>
	);
}
