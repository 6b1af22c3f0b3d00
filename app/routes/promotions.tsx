import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { BadgePercent, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { readPreferences } from "~/account/preferences.server";
import { isVisit } from "~/analytics/page-views";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { PromotionCard } from "~/promotions/promotion-card";
import { addPromotion, findPromotions } from "~/promotions/promotions.server";
import { shownPromotion } from "~/promotions/shown.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { EmptyPanel } from "~/ui/empty-panel";
import { PageHeader } from "~/ui/page-header";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("promotions.title"),
	description: (t) => t("promotions.subtitle"),
	messages: ["promotions"],
	navigation: {
		label: (t) => t("shell.promotions"),
		icon: BadgePercent,
		order: 20,
		loading: (t) => t("shell.loadingPromotions"),
	},
});

/** Number of pictures in view at once. */
const EAGER = 3;

/** The promotions, for admins with the draft. Counts a view of each, unless the viewer is an admin or has not confirmed the age. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const isAdmin = viewer?.isAdmin === true;
	const promotions = await findPromotions(site, { withDraft: isAdmin });
	const { ageVerified } = readPreferences(request);
	// Views by admins are not counted.
	if (!isAdmin && ageVerified && isVisit(request)) {
		for (const { id, title } of promotions) site.count("promotion_view", title, { promotionId: id });
	}
	return {
		promotions: promotions.map((promotion) => shownPromotion(promotion, language)),
		isAdmin,
	};
}

/** Adds a draft with starting values, or finds the one that exists, and redirects to its form. Needs no idempotency key. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema: z.object({}),
	async run({ viewer, request }) {
		const { t } = i18nIn(await languageOf(request));
		const { id } = await addPromotion(site, viewer.id, t("promotions.newTitle"));
		return redirect(`/promotions/${id}/edit`);
	},
});

export default function Promotions() {
	const { t } = useTranslation();
	const { promotions, isAdmin } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<PageUnderDialog className="grid gap-8">
			<PageHeader title={t("promotions.title")} intro={t("promotions.subtitle")}>
				{isAdmin ? (
					<Form
						method="post"
						action="/promotions"
						preventScrollReset
						className="grid justify-items-start gap-2"
					>
						<button type="submit" id="add-promotion" className="button button-primary">
							<Plus aria-hidden="true" className="size-5" />
							{t("promotions.add")}
						</button>
						<Refused answer={answer} />
					</Form>
				) : null}
			</PageHeader>
			{promotions.length === 0 ? <EmptyPanel icon={BadgePercent} text={t("promotions.empty")} /> : null}
			<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
				{promotions.map((promotion, place) => (
					<PromotionCard key={promotion.id} promotion={promotion} isAdmin={isAdmin} eager={place < EAGER} />
				))}
			</div>
		</PageUnderDialog>
	);
}
