import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { languageOf } from "~/i18n/i18next.server";
import { RecordForm } from "~/records/record-form";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { describeLinks, saveLinks } from "~/social/links.server";
import { linksSchema } from "~/social/social.schema";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("social.linksTitle"),
	messages: ["pictures", "translations"],
});

const PATH = "/social/links";

/** Admins only: others are redirected to `/social`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request, "/social")]);
	return describeLinks(site, language);
}

/** Saves the links and redirects to `/social`. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: linksSchema,
	async run({ input: { revision, ...links }, viewer }) {
		await saveLinks(site, viewer.id, { links, revision });
		return site.flash.redirect("/social", "linksSaved");
	},
});

export default function EditLinks() {
	const { title, close, form } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<Dialog title={title} closeTo="/social" closeLabel={close} openerId="edit-links">
			<RecordForm action={PATH} list="/social" query="" form={form} answer={answer} />
		</Dialog>
	);
}
