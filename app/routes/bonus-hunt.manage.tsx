import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refuseGuesser } from "~/bonus-hunt/model/guesses.server";
import { manageSchema } from "~/bonus-hunt/model/manage.schema";
import { manageHunt, readManage } from "~/bonus-hunt/model/manage.server";
import { slotLinesIn } from "~/bonus-hunt/model/slot-lines";
import { HuntControls } from "~/bonus-hunt/screen/manage/hunt-controls";
import { LastStep } from "~/bonus-hunt/screen/manage/last-step";
import { ManageAnswers } from "~/bonus-hunt/screen/manage/manage-form";
import { OpenHunt } from "~/bonus-hunt/screen/manage/open-hunt";
import { StartHunt } from "~/bonus-hunt/screen/manage/start-hunt";
import { useHuntReload } from "~/bonus-hunt/screen/use-hunt-reload";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("huntManage.title"),
	messages: ["hunt", "huntManage", "pictures", "translations"],
});

/** For the right `hunt`: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "hunt")]);
	const { searchParams } = new URL(request.url);
	return {
		language,
		isElsewhere: site.outsideHunt !== undefined,
		overlay: viewer.isAdmin ? `${site.config.APP_ORIGIN}/bonus-hunt/overlay` : null,
		hasPredictions: site.config.PREDICTIONS && may(viewer, "predictions"),
		...(await readManage(site, searchParams, language)),
	};
}

/**
 * Changes the hunt that is run on this site, and redirects to this page or, after the end of the hunt, to its past
 * page.
 */
export const action = createAction({
	role: "hunt",
	limit: { points: 240, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: manageSchema,
	async run({ input, viewer }) {
		if (!viewer.isAdmin && input.intent === "reopen") await refuseGuesser(site.db, viewer.id, input.huntId);
		await manageHunt(input)(site, viewer.id, input);
		if (input.intent === "add-slots") {
			const { good, bad } = slotLinesIn(input.list, input.bet);
			if (bad.length > 0) return { added: good.length, left: bad };
		}
		if (input.intent === "finish") {
			return site.flash.redirect(`/bonus-hunt/past/${input.huntId}`, "huntFinished");
		}
		return redirect(`/bonus-hunt/manage?done=${input.intent}`);
	},
});

export default function ManageHunt() {
	const { t } = useTranslation();
	const page = useLoaderData<typeof loader>();
	const { language, hunt, overlay } = page;
	const answer = useActionData<typeof action>();
	const pasted = answer?.ok && "left" in answer ? answer : undefined;
	const reload = useReload();
	const guesses = useHuntReload(hunt ?? page.last ?? null, true, reload);
	return (
		<ManageAnswers answer={answer}>
			<div className="grid gap-6">
				<header className="grid gap-4">
					<div className="grid gap-1">
						<h1 className="text-4xl font-extrabold sm:text-5xl">{t("huntManage.title")}</h1>
						{hunt ? (
							<p className="text-lg text-muted break-words" data-testid="hunt-title">
								{hunt.title}
							</p>
						) : null}
					</div>
					<nav aria-label={t("huntManage.pages")} className="flex flex-wrap gap-2">
						<Link to="/bonus-hunt" className="button">
							{t("huntManage.toPage")}
						</Link>
						<Link to="/bonus-hunt/past" className="button">
							{t("huntManage.toPast")}
						</Link>
						{overlay ? (
							<a href={overlay} target="_blank" rel="noopener" className="button">
								{t("huntManage.toOverlay")}
							</a>
						) : null}
						{page.hasPredictions ? (
							<Link to="/predictions" className="button">
								{t("huntManage.toPredictions")}
							</Link>
						) : null}
					</nav>
				</header>
				{page.isElsewhere ? (
					<p className="panel border-bad font-semibold" data-testid="elsewhere">
						{t("huntManage.elsewhere")}
					</p>
				) : null}
				<LastStep step={hunt ? page.step : undefined} language={language} />
				{hunt ? (
					<>
						<OpenHunt {...page} hunt={hunt} pasted={pasted} />
						<HuntControls
							hunt={{ ...hunt, guesses: guesses ?? hunt.guesses }}
							isFinishing={page.isFinishing}
							language={language}
						/>
					</>
				) : (
					<StartHunt
						idempotencyKey={page.idempotencyKey}
						title={page.title}
						last={page.last}
						language={language}
					/>
				)}
				{overlay ? (
					<p className="max-w-prose text-sm text-muted">
						{t("huntManage.overlayHint")}
						<code className="mono block pt-1 text-text">{overlay}</code>
					</p>
				) : null}
			</div>
		</ManageAnswers>
	);
}
