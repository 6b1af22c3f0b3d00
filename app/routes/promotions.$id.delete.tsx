import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { findPromotion } from "~/promotions/promotions.queries.server";
import { deletePromotionSchema } from "~/promotions/promotions.schema";
import { deletePromotion } from "~/promotions/promotions.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { DeleteQuestion } from "~/ui/dialog/delete-question";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("promotions.deleteTitle") };

/** Admins only: others, and an unknown promotion, are redirected to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	await requireAdmin(request, "/promotions");
	const promotion = await findPromotion(site.db, id);
	if (!promotion) throw redirect("/promotions");
	return { id, title: promotion.title, revision: promotion.revision };
}

/** Deletes the promotion and redirects to the list. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: deletePromotionSchema,
	async run({ input: { revision }, viewer, params: { id = "" }, headers }) {
		await deletePromotion(site, viewer.id, { id, revision });
		headers.append("Set-Cookie", site.flash.write("promotionDeleted"));
		return redirect("/promotions");
	},
});

export default function DeletePromotion() {
	const { t } = useTranslation();
	const { id, title, revision } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const address = `/promotions/${id}/delete`;
	const busy = useNavigation().formAction === address;
	const labels = {
		cancel: t("promotions.cancel"),
		delete: t("promotions.delete"),
		deleting: t("promotions.deleting"),
	};
	return (
		<Dialog
			title={t("promotions.deleteOf", { title })}
			closeTo="/promotions"
			closeLabel={t("promotions.close")}
			openerId={`delete-${id}`}
		>
			<DeleteQuestion
				action={address}
				revision={revision}
				question={t("promotions.deleteQuestion")}
				text={t("promotions.deleteText")}
				cancelTo="/promotions"
				labels={labels}
				answer={answer}
				busy={busy}
			/>
		</Dialog>
	);
}
