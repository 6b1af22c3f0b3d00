import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { completeAddressOf } from "~/pictures/pictures";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { PromotionForm } from "~/promotions/promotion-form";
import { findPromotion } from "~/promotions/promotions.queries.server";
import { promotionSchema } from "~/promotions/promotions.schema";
import { savePromotionForm } from "~/promotions/promotions.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("promotions.editTitle"),
	messages: ["pictures", "translations"],
});

/** Admins only: others, and an unknown promotion, are redirected to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request, "/promotions")]);
	const promotion = await findPromotion(site.db, id);
	if (!promotion) throw redirect("/promotions");
	const imageAddress = completeAddressOf(promotion.image, site.config.APP_ORIGIN);
	return { language, idempotencyKey: crypto.randomUUID(), promotion, imageAddress };
}

/** Saves the promotion with an uploaded picture, which publishes a draft, and redirects to the list. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: promotionSchema,
	async run({ input, viewer, params: { id = "" }, headers }) {
		await savePromotionForm(site, viewer.id, id, input);
		headers.append("Set-Cookie", site.flash.write("promotionSaved"));
		return redirect("/promotions");
	},
});

export default function EditPromotion() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { id } = loaded.promotion;
	const address = `/promotions/${id}/edit`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t(loaded.promotion.isDraft ? "promotions.draftTitle" : "promotions.editTitle")}
			closeTo="/promotions"
			closeLabel={t("promotions.close")}
			openerId={`edit-${id}`}
		>
			<PromotionForm key={id} action={address} {...loaded} answer={answer} busy={busy} />
		</Dialog>
	);
}
