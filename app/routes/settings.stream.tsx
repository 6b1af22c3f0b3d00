import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ChannelPanel } from "~/earning/channel/channel-panel";
import { FailedEvents } from "~/earning/channel/failed-events";
import { HeldGifts } from "~/earning/channel/held-gifts";
import { readStreamPage } from "~/earning/channel/stream-page.server";
import { decideGift } from "~/earning/inbox/held-gifts.server";
import { retryEvents } from "~/earning/inbox/inbox.server";
import { fieldError, whole } from "~/forms/form-fields.schema";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { isErrorCode } from "~/i18n/messages";
import { SettingForm } from "~/settings/setting-form";
import { settingsSchema } from "~/settings/settings.schema.server";
import { HIDDEN_FIELDS } from "~/settings/settings.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { refusalText } from "~/ui/refusal-text";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("settings.tabs.stream"),
	messages: ["pictures", "settings", "stream"],
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const failure = new URL(request.url).searchParams.get("failed") ?? "";
	return {
		forms: site.settings.shown(["twitch", "kick", "chat"]),
		timeZone: site.config.SITE_TIMEZONE,
		...(await readStreamPage(site, language)),
		// The messages of errors are not loaded in the browser.
		failure: isErrorCode(failure) ? i18nIn(language).t(`errors.${failure}`) : undefined,
	};
}

const platform = z.enum(["twitch", "kick"], fieldError("pageExpired"));
const schema = z.union([
	z.object({ intent: z.enum(["renew", "disconnect"]), platform }),
	z.object({ intent: z.literal("retry") }),
	z.object({
		intent: z.enum(["release", "reject"]),
		gift: whole("giftUnknown", 1, Number.MAX_SAFE_INTEGER),
	}),
	settingsSchema(site.settings),
]);

const PATH = "/settings/stream";
const GIFT_NOTICES = { release: "giftReleased", reject: "giftRejected" } as const;

/**
 * Saves the settings of a platform, renews or ends a connection, decides a gift, or retries failed events, and redirects to this
 * page.
 */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	unechoed: HIDDEN_FIELDS,
	schema,
	async run({ input, viewer }) {
		switch (input.intent) {
			case "renew":
				await site.channels[input.platform].renew();
				break;
			case "disconnect": {
				const isEnded = await site.channels[input.platform].disconnect(viewer.id);
				return site.flash.redirect(PATH, isEnded ? "platformDisconnected" : "platformAccessLeft");
			}
			case "retry":
				await retryEvents(site);
				break;
			case "release":
			case "reject":
				await decideGift(site, viewer.id, input.gift, input.intent);
				return site.flash.redirect(PATH, GIFT_NOTICES[input.intent]);
			default: {
				const { form, revision, ...typed } = input;
				await site.settings.save(viewer.id, form, typed, revision);
				return site.flash.redirect(PATH, "settingsSaved");
			}
		}
		return redirect(PATH);
	},
});

export default function StreamSettings() {
	const { t } = useTranslation();
	const { forms, timeZone, channels, gifts, failed, failure } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer?.ok === false ? answer : undefined;
	const chats = channels.flatMap(({ platform, maySay }) => (maySay ? platform : []));
	const chatNote = chats.length === 0 ? "off" : chats.includes("twitch") ? undefined : "onlyKick";
	return (
		<div className="grid gap-6">
			<PageHeader title={t("settings.tabs.stream")} intro={t("stream.intro")}>
				<SettingsTabs />
			</PageHeader>
			<p role="alert" className="field-error text-base empty:hidden">
				{failure ?? (refused && !refused.typed?.form ? refusalText(refused, t) : null)}
			</p>
			{forms.map((form) => {
				const channel = channels.find(({ platform }) => platform === form.name);
				return (
					<SettingForm
						key={`${form.name} ${form.revision}`}
						{...{ form, timeZone }}
						answer={refused}
						note={
							form.name === "chat" && chatNote ? (
								<p className="field-error text-base" data-testid="chat-note">
									{t(`stream.chat.${chatNote}`)}
								</p>
							) : null
						}
					>
						{channel ? <ChannelPanel channel={channel} /> : null}
					</SettingForm>
				);
			})}
			<HeldGifts gifts={gifts} />
			<FailedEvents events={failed} />
		</div>
	);
}
