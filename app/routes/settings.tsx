import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { History, Settings as SettingsIcon, Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { channelSchema } from "~/channel/channel.schema";
import { SettingsForm } from "~/channel/settings-form";
import { saveSettingsForm } from "~/channel/settings-form.server";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.settings"),
	messages: ["channel", "pictures"],
	navigation: { label: (t) => t("shell.settings"), icon: SettingsIcon, order: 150, adminsOnly: true },
});

export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	if (!viewer?.isAdmin) throw redirect("/");
	return { channel: site.channel() };
}

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
	const { channel } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().formAction === "/settings";
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("shell.settings")}</h1>
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
			<SettingsForm key={channel.revision} channel={channel} answer={answer} busy={busy} />
		</div>
	);
}
