import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Coins } from "lucide-react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ClaimForm } from "~/earning/codes/claim-form";
import { collectDailyBonus, readDailyBonus } from "~/earning/daily/daily-bonus.server";
import { DailyPanel } from "~/earning/daily/daily-panel";
import { weekOf } from "~/earning/daily/week";
import type { PlatformId } from "~/earning/inbox/platform-event";
import { waysOf } from "~/earning/rules/ways.server";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("earning.title"),
	messages: ["daily", "earning"],
	navigation: { label: (t) => t("shell.earn"), icon: Coins, order: 45 },
});

/** The platforms with a connected channel; all without one, so that an admin sees the effect of the rules. */
function earningPlatforms(): PlatformId[] {
	const all = site.platforms();
	const connected = all.filter(({ isConnected }) => isConnected);
	return (connected.length > 0 ? connected : all).map(({ id }) => id);
}

/** The rules by which points are earned, and the viewer's daily bonus. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { now, config } = site;
	const rules = site.rules();
	const { daily, streak, streakDays, ceiling } = rules;
	const bonus = viewer && (await readDailyBonus(site, viewer.id));
	return {
		language,
		ways: waysOf(rules, {
			language,
			timeZone: config.SITE_TIMEZONE,
			now: now(),
			platforms: earningPlatforms(),
		}),
		start: config.STARTING_POINTS,
		rules: { daily, streak, streakDays, ceiling },
		bonus,
		week: weekOf(rules, bonus),
		isSignedIn: viewer !== undefined,
	};
}

/** Collects the daily bonus and redirects to the page of the form. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: z.object({ returnTo: z.enum(["/", "/earn"]).default("/earn") }),
	async run({ input, viewer }) {
		await collectDailyBonus(site, viewer.id);
		return redirect(input.returnTo);
	},
});

export default function Earn() {
	const { t } = useTranslation();
	const { language, ways, start, rules, bonus, week, isSignedIn } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const number = (points: number) => formatPoints(points, language);
	return (
		<div className="grid gap-6">
			<PageHeader
				title={t("earning.title")}
				intro={
					<>
						{t("earning.intro")} {start > 0 ? t("earning.start", { count: start }) : null}
					</>
				}
			/>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				{rules.daily > 0 ? (
					<section className="panel grid gap-4" aria-labelledby="daily">
						<h2 id="daily" className="text-2xl font-bold">
							{t("daily.title")}
						</h2>
						<p className="text-muted">
							{t("daily.rule", { count: rules.daily })}{" "}
							{rules.streak > 0 && rules.streakDays > 1 ? (
								<>
									{t("daily.streak", { step: number(rules.streak), count: rules.streakDays })}{" "}
									{t("daily.breaks")}
								</>
							) : null}
						</p>
						<DailyPanel bonus={bonus} week={week} language={language} answer={answer} returnTo="/earn" />
					</section>
				) : null}
				<section className="panel grid gap-4" aria-labelledby="claim">
					<h2 id="claim" className="text-2xl font-bold">
						{t("earning.claim.title")}
					</h2>
					<p className="text-muted">{t("earning.claim.text")}</p>
					<ClaimForm code="" isSignedIn={isSignedIn} answer={undefined} />
				</section>
			</div>
			{ways.length > 0 ? (
				<section className="panel grid gap-4" aria-labelledby="ways">
					<h2 id="ways" className="text-2xl font-bold">
						{t("earning.ways.title")}
					</h2>
					<dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
						{ways.map(({ name, lines }) => (
							<div key={name} className="grid content-start gap-1">
								<dt className="font-semibold">{name}</dt>
								{lines.map((line) => (
									<dd key={line} className="text-muted">
										{line}
									</dd>
								))}
							</div>
						))}
					</dl>
					{isSignedIn ? null : <p className="text-muted">{t("earning.ways.connected")}</p>}
				</section>
			) : null}
			{ways.length === 0 && rules.daily === 0 ? <p className="text-muted">{t("earning.nothing")}</p> : null}
			{rules.ceiling > 0 ? (
				<p className="text-muted">{t("earning.ceiling", { count: rules.ceiling })}</p>
			) : null}
		</div>
	);
}
