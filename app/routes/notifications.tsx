import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { positionIn } from "db/keyset";
import { CheckCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { NoticeItem } from "~/notifications/notice-item";
import { noticesSchema } from "~/notifications/notices.schema";
import { markRead, NOTICE_KEY, readNotices } from "~/notifications/notices.server";
import { PushPanel } from "~/notifications/push/push-panel";
import { readDevices, subscribe, unsubscribe } from "~/notifications/push/subscriptions.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("notifications.title"),
	messages: ["notifications"],
});

/** A page of the viewer's notifications, and the viewer's devices for push messages. A visitor is redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	if (!viewer) throw redirect("/");
	const position = positionIn(new URL(request.url).searchParams, NOTICE_KEY);
	const [page, devices] = await Promise.all([
		readNotices(site, viewer.id, position, language),
		readDevices(site, viewer, language),
	]);
	return { page, devices, pushKey: site.push.publicKey };
}

/**
 * Marks notifications as read, or starts or ends the push messages of a browser. Forms are redirected to the page of the
 * list from which they were sent. A subscription is not, because its answer may arrive on another page.
 */
export const action = createAction({
	role: "viewer",
	limit: { points: 120, seconds: 60 },
	schema: noticesSchema,
	async run({ input, viewer, request }) {
		switch (input.intent) {
			case "read":
				await markRead(site, viewer.id, { id: input.id });
				break;
			case "readAll":
				await markRead(site, viewer.id, { upTo: input.upTo });
				break;
			case "subscribe":
				await subscribe(site, viewer, input, await languageOf(request));
				return {};
			case "unsubscribe":
				await unsubscribe(site.db, viewer, input.device);
		}
		throw redirect(`/notifications${new URL(request.url).search}`);
	},
});

export default function Notifications() {
	const { t } = useTranslation();
	const { page, devices, pushKey } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	const answer = useActionData<typeof action>();
	const newest = page.rows[0];
	const hasUnread = page.rows.some(({ isRead }) => !isRead);
	return (
		<div className="grid gap-6">
			<PageHeader
				title={t("notifications.title")}
				intro={t("notifications.intro")}
				beside={
					newest && hasUnread ? (
						<Form method="post" preventScrollReset>
							<input type="hidden" name="upTo" value={newest.id} />
							<button type="submit" name="intent" value="readAll" className="button">
								<CheckCheck aria-hidden="true" className="size-5" />
								{t("notifications.markAllRead")}
							</button>
						</Form>
					) : null
				}
			/>
			<Refused answer={answer} />
			{newest ? (
				<ul className="grid gap-3">
					{page.rows.map((notice) => (
						<NoticeItem key={notice.id} notice={notice} />
					))}
				</ul>
			) : (
				<p className="panel text-muted">{t("notifications.none")}</p>
			)}
			<Pager previous={page.previous} next={page.next} />
			<PushPanel publicKey={pushKey} devices={devices} action={`/notifications${search}`} />
		</div>
	);
}
