import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { keptSlotQuery } from "~/slots/slot-list";
import { findSlot } from "~/slots/slots.queries.server";
import { deleteSlotSchema } from "~/slots/slots.schema";
import { deleteSlot } from "~/slots/slots.server";
import { DeleteQuestion } from "~/ui/dialog/delete-question";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("slots.deleteTitle") };

/** Admins only: others, and an unknown slot, are redirected to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	await requireAdmin(request, "/slots");
	const slot = await findSlot(site.db, id);
	if (!slot) throw redirect("/slots");
	return { slot: { id: slot.id, name: slot.name, revision: slot.revision } };
}

/** Deletes the slot and redirects to the list. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	schema: deleteSlotSchema,
	async run({ input: { revision }, viewer, request, params: { id = "" }, headers }) {
		await deleteSlot(site, viewer.id, { id, revision });
		headers.append("Set-Cookie", site.flash.write("slotDeleted"));
		return redirect(`/slots${keptSlotQuery(new URL(request.url).search)}`);
	},
});

export default function DeleteSlot() {
	const { t } = useTranslation();
	const { slot } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const query = keptSlotQuery(useLocation().search);
	const address = `/slots/${slot.id}/delete${query}`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("slots.deleteSlot", { name: slot.name })}
			closeTo={`/slots${query}`}
			closeLabel={t("slots.close")}
			openerId={`edit-${slot.id}`}
		>
			<DeleteQuestion
				action={address}
				revision={slot.revision}
				question={t("slots.deleteQuestion")}
				text={t("slots.deleteText")}
				cancelTo={`/slots/${slot.id}/edit${query}`}
				labels={{ cancel: t("slots.cancel"), delete: t("slots.delete"), deleting: t("slots.deleting") }}
				answer={answer}
				busy={busy}
			/>
		</Dialog>
	);
}
