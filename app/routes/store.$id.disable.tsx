import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { translated } from "~/i18n/translations";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { keptListQuery } from "~/store/items/item-list";
import { findItem } from "~/store/items/items.queries.server";
import { disableSchema } from "~/store/items/items.schema";
import { disableItem } from "~/store/items/items.server";
import { Dialog } from "~/ui/dialog/dialog";
import { refusalText } from "~/ui/refusal-text";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("store.disable") };

/** Admins only: others, and an unknown or disabled item, are redirected to the store. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	await requireAdmin(request, "/store");
	const [language, item] = await Promise.all([languageOf(request), findItem(site.db, id)]);
	if (item?.status !== "active") throw redirect("/store");
	return { item: { id: item.id, name: translated(item, language).name } };
}

/** Disables the item and redirects to the store. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: disableSchema,
	async run({ viewer, request, params: { id = "" }, headers }) {
		await disableItem(site, viewer.id, id);
		headers.append("Set-Cookie", site.flash.write("itemDisabled"));
		return redirect(`/store${keptListQuery(new URL(request.url).search)}`);
	},
});

export default function DisableItem() {
	const { t } = useTranslation();
	const { item } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const query = keptListQuery(useLocation().search);
	const address = `/store/${item.id}/disable${query}`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("store.disableItem", { name: item.name })}
			closeTo={`/store${query}`}
			closeLabel={t("store.close")}
			openerId={`disable-${item.id}`}
		>
			<Form method="post" action={address} className="grid gap-5" preventScrollReset>
				<div className="grid gap-2">
					<p className="text-lg font-bold">{t("store.disableQuestion")}</p>
					<p className="text-muted">{t("store.disableText")}</p>
				</div>
				<p role="alert" className="field-error text-base empty:hidden">
					{answer && !answer.ok ? refusalText(answer, t) : ""}
				</p>
				<div className="flex flex-wrap justify-end gap-3">
					<Link to={`/store${query}`} preventScrollReset className="button grow sm:grow-0">
						{t("store.cancel")}
					</Link>
					<button
						type="submit"
						aria-disabled={busy || undefined}
						className="button button-primary grow sm:grow-0 sm:px-8"
					>
						{t("store.disable")}
					</button>
				</div>
			</Form>
		</Dialog>
	);
}
