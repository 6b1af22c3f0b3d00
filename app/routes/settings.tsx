import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { History, Settings as SettingsIcon, Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { channelSchema } from "~/channel/channel.schema";
import { SettingsForm } from "~/channel/settings-form";
import { saveSettingsForm } from "~/channel/settings-form.server";
import { localTimeIn } from "~/lib/calendar";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.settings"),
	messages: ["channel", "pictures", "settings"],
	navigation: { label: (t) => t("shell.settings"), icon: SettingsIcon, order: 150, adminsOnly: true },
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const channel = site.channel();
	const timeZone = site.config.SITE_TIMEZONE;
	const { nextStream } = channel;
	return { channel, timeZone, nextStream: nextStream && localTimeIn(timeZone, new Date(nextStream)) };
}

/** Saves the channel's settings with an uploaded picture and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: channelSchema,
	async run({ input, viewer, headers }) {
		await saveSettingsForm(site, viewer.id, input);
		headers.append("Set-Cookie", site.flash.write("settingsSaved"));
		return redirect("/settings");
	},
});

export default function Settings() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().formAction === "/settings";
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("shell.settings")}</h1>
				<SettingsTabs />
				<p className="max-w-prose text-lg text-muted">{t("channel.intro")}</p>
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
			</header>
			<SettingsForm key={page.channel.revision} {...page} answer={answer} busy={busy} />
		</div>
	);
}
