import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { safeReturnTo } from "~/account/return-to";
import { endBreak, setDailyLoss, startBreak } from "~/games/limits/limits";
import { limitsSchema } from "~/games/limits/limits.schema";
import { changeLimits } from "~/games/limits/limits.server";
import { readLimitsPage } from "~/games/limits/limits-page.server";
import { BreakForm, LimitForm, Today } from "~/games/limits/limits-panels";
import { languageOf } from "~/i18n/i18next.server";
import type { NoticeCode } from "~/i18n/messages";
import { PointsPages } from "~/points/points-pages";
import { requireViewer } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("care.title"), messages: ["care", "points"] });

/** The viewer's limits. A visitor is redirected to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireViewer(request)]);
	return { language, care: await readLimitsPage(site, viewer.id, language) };
}

/**
 * Changes the viewer's limit or break and redirects to this page; or dismisses the reminder and redirects to
 * `returnTo`.
 */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: limitsSchema,
	async run({ input, viewer }) {
		if (input.intent === "dismiss") {
			site.playTime.dismiss(viewer.id);
			return redirect(safeReturnTo(input.returnTo));
		}
		const notice = await change();
		return notice ? site.flash.redirect("/points/care", notice) : redirect("/points/care");

		async function change(): Promise<NoticeCode | undefined> {
			switch (input.intent) {
				case "limit": {
					const { dailyLoss } = input;
					const { after } = await changeLimits(site, viewer.id, (limits, now) =>
						setDailyLoss(limits, dailyLoss, now),
					);
					return after.next ? "lossLimitLater" : "lossLimitSet";
				}
				case "break": {
					const { length } = input;
					await changeLimits(site, viewer.id, (limits, now) => startBreak(limits, length, now));
					// The reminder has served its purpose.
					site.playTime.dismiss(viewer.id);
					return "breakStarted";
				}
				case "endBreak": {
					const { after } = await changeLimits(site, viewer.id, endBreak);
					return after.breakUntil === null ? undefined : "breakShortened";
				}
			}
		}
	},
});

export default function Care() {
	const { t } = useTranslation();
	const { language, care } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer && !answer.ok ? answer : undefined;
	const panel = { care, language, refused };
	return (
		<div className="grid gap-8">
			<PageHeader title={t("care.title")} intro={t("care.intro")}>
				<PointsPages />
			</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Today care={care} language={language} />
					<BreakForm {...panel} />
				</div>
				{/* Keyed: a field shows what is in force once that has changed. */}
				<LimitForm key={`${care.dailyLoss} ${care.next?.from}`} {...panel} />
			</div>
			<p className="max-w-prose text-muted">
				{t("care.reminderText")} {t("care.helpText")}{" "}
				<Link to="/help" className="link">
					{t("care.help")}
				</Link>
			</p>
		</div>
	);
}
