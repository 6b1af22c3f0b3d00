import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { ItemForm } from "~/store/items/item-form";
import { keptListQuery } from "~/store/items/item-list";
import { ITEM_FORM_BYTES, saveItemForm } from "~/store/items/item-upload.server";
import { itemSchema } from "~/store/items/items.schema";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("store.addTitle"),
	messages: ["pictures", "translations"],
});

/** Admins only: others are redirected to the store. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request, "/store")]);
	return { language, idempotencyKey: crypto.randomUUID() };
}

/** Adds the item with an uploaded picture and redirects to its card in the store. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: ITEM_FORM_BYTES,
	schema: itemSchema,
	async run({ input, viewer, request, headers }) {
		const { id } = await saveItemForm(site, viewer.id, undefined, input);
		headers.append("Set-Cookie", site.flash.write("itemAdded"));
		return redirect(`/store${keptListQuery(new URL(request.url).search)}#item-${id}`);
	},
});

export default function NewItem() {
	const { t } = useTranslation();
	const { language, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const query = keptListQuery(useLocation().search);
	const address = `/store/new${query}`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("store.addTitle")}
			closeTo={`/store${query}`}
			closeLabel={t("store.close")}
			openerId="add-item"
		>
			<ItemForm
				action={address}
				item={undefined}
				idempotencyKey={idempotencyKey}
				language={language}
				answer={answer}
				busy={busy}
				query={query}
			/>
		</Dialog>
	);
}
