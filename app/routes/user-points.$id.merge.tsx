import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { MergeQuestion } from "~/points/merges/merge-question";
import { mergePoints, offerMerge } from "~/points/merges/merges.server";
import { mergeSchema } from "~/points/users/user-points.schema";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("points.merge") };

const addressOf = (userId: string) => `/user-points/${encodeURIComponent(userId)}`;

/**
 * Asks the points provider for the user's points. Admins only: others are redirected to `/`. A failure is shown in the
 * dialog.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const page = { language, closeTo: addressOf(params.id ?? ""), idempotencyKey: crypto.randomUUID() };
	try {
		return { ...page, offer: await offerMerge(site, params.id ?? ""), fault: undefined };
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		const fault = i18nIn(language).t(`errors.${error.code}`, error.values);
		return { ...page, offer: undefined, fault };
	}
}

/** Credits the merged points and redirects to the user's statement. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema: mergeSchema,
	async run({ input, viewer, params }) {
		const userId = params.id ?? "";
		await mergePoints(site, viewer.id, { ...input, userId });
		return site.flash.redirect(addressOf(userId), "pointsMerged");
	},
});

export default function Merge() {
	const { t } = useTranslation();
	const { language, closeTo, idempotencyKey, offer, fault } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<Dialog title={t("points.merge")} closeTo={closeTo} closeLabel={t("points.cancel")} openerId="open-merge">
			{offer ? (
				<MergeQuestion
					offer={offer}
					idempotencyKey={idempotencyKey}
					cancelTo={closeTo}
					answer={answer}
					language={language}
				/>
			) : (
				<div className="grid gap-5">
					<p role="alert" className="font-semibold text-bad">
						{fault}
					</p>
					<div className="flex flex-wrap justify-end gap-3">
						<Link to={closeTo} preventScrollReset className="button">
							{t("points.cancel")}
						</Link>
						<Link to={`${closeTo}/merge`} replace preventScrollReset className="button button-primary">
							{t("shell.tryAgain")}
						</Link>
					</div>
				</div>
			)}
		</Dialog>
	);
}
