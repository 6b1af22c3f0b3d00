import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { renewOverlay } from "~/earning/codes/overlay.server";
import { DomainError } from "~/forms/domain-error";
import { languageOf } from "~/i18n/i18next.server";
import type { NoticeCode } from "~/i18n/messages";
import { useTopic } from "~/live/live";
import { SettingForm } from "~/settings/setting-form";
import { settingsSchema } from "~/settings/settings.schema.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { AlertList } from "~/team/overlays/alert-list";
import { ALERTS_TOPIC } from "~/team/overlays/alerts";
import { addTestAlert, muteAlerts, readAlertsPage, skipAlert } from "~/team/overlays/alerts.server";
import { OverlayAddress } from "~/team/overlays/overlay-address";
import { readOverlayAddress } from "~/team/overlays/page.server";
import { PageHeader } from "~/ui/page-header";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.overlay"),
	messages: ["alerts", "pictures", "settings"],
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const search = new URL(request.url).searchParams;
	const address = await readOverlayAddress(site, search.getAll("scenes"), language);
	const forms = site.settings.shown(["overlay", "goal"]);
	const timeZone = site.config.SITE_TIMEZONE;
	return { address, forms, timeZone, ...(await readAlertsPage(site, language)) };
}

const ACTS = ["test", "mute", "unmute", "renew"] as const;

const DONE: Record<string, NoticeCode> = { test: "alertTested", renew: "overlayRenewed" };

/** Saves the settings of the alerts, or acts on the alerts or the address, and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 120, seconds: 60 },
	schema: z
		.object({ act: z.enum(ACTS) })
		.or(z.object({ act: z.literal("skip"), id: z.coerce.number().int() }))
		.or(settingsSchema(site.settings)),
	async run({ input, viewer }) {
		if (!("act" in input)) {
			const { form, intent: _intent, revision, who: _who, upload: _upload, ...typed } = input;
			if (form !== "overlay" && form !== "goal") throw new DomainError("pageExpired");
			await site.settings.save(viewer.id, form, typed, revision);
			site.alertsChanged();
			return site.flash.redirect("/overlay", "settingsSaved");
		}
		if (input.act === "test") await addTestAlert(site);
		else if (input.act === "skip") await skipAlert(site, input.id);
		else if (input.act === "renew") await renewOverlay(site, viewer.id);
		else await muteAlerts(site, input.act === "mute");
		return site.flash.redirect("/overlay", DONE[input.act] ?? "settingsSaved");
	},
});

export default function Overlay() {
	const { t } = useTranslation();
	const { address, forms, timeZone, isMuted, alerts } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer?.ok === false ? answer : undefined;
	useTopic(ALERTS_TOPIC, { queue: useReload() });
	return (
		<div className="grid gap-6">
			<PageHeader title={t("shell.overlay")} intro={t("alerts.intro")}>
				<SettingsTabs />
			</PageHeader>
			{refused && !refused.typed?.form ? <Refused answer={refused} /> : null}
			<OverlayAddress {...address} />
			<AlertList isMuted={isMuted} alerts={alerts} />
			{forms.map((form) => (
				<SettingForm key={`${form.name} ${form.revision}`} form={form} timeZone={timeZone} answer={refused} />
			))}
		</div>
	);
}
