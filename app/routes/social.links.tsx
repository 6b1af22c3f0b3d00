import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { readLinks, saveLinks } from "~/social/links.server";
import { LinksForm } from "~/social/links-form";
import { linksSchema } from "~/social/social.schema";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("social.linksTitle") };

/** Admins only: others are redirected to `/social`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request, "/social");
	return readLinks(site.db);
}

/** Saves the links and redirects to `/social`. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: linksSchema,
	async run({ input: { revision, ...links }, viewer, headers }) {
		await saveLinks(site, viewer.id, { links, revision });
		headers.append("Set-Cookie", site.flash.write("linksSaved"));
		return redirect("/social");
	},
});

export default function EditLinks() {
	const { t } = useTranslation();
	const { links, revision } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const busy = useNavigation().formAction === "/social/links";
	return (
		<Dialog
			title={t("social.linksTitle")}
			closeTo="/social"
			closeLabel={t("social.close")}
			openerId="edit-links"
		>
			<LinksForm links={links} revision={revision} answer={answer} busy={busy} />
		</Dialog>
	);
}
