import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { ItemForm } from "~/store/items/item-form";
import { ITEM_FORM_BYTES, saveItemForm } from "~/store/items/item-upload.server";
import { findItem } from "~/store/items/items.queries.server";
import { itemSchema } from "~/store/items/items.schema";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("store.editTitle"), messages: ["pictures"] });

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const item = viewer?.isAdmin ? await findItem(site.db, id) : undefined;
	if (!item) throw redirect("/store");
	return { language, idempotencyKey: crypto.randomUUID(), item };
}

export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: ITEM_FORM_BYTES,
	schema: itemSchema,
	async run({ input, viewer, params, headers }) {
		await saveItemForm(site, viewer.id, params.id, input);
		headers.append("Set-Cookie", site.flash.write("itemSaved"));
		return redirect("/store");
	},
});

export default function EditItem() {
	const { t } = useTranslation();
	const { language, idempotencyKey, item } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const address = `/store/${item.id}/edit`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("store.editTitle")}
			closeTo="/store"
			closeLabel={t("store.close")}
			openerId={`edit-${item.id}`}
		>
			<ItemForm
				key={item.id}
				action={address}
				item={item}
				idempotencyKey={idempotencyKey}
				language={language}
				answer={answer}
				busy={busy}
			/>
		</Dialog>
	);
}
