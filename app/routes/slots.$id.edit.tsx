import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { SlotForm } from "~/slots/slot-form";
import { keptSlotQuery } from "~/slots/slot-list";
import { findSlot } from "~/slots/slots.queries.server";
import { slotSchema } from "~/slots/slots.schema";
import { saveSlotForm } from "~/slots/slots.server";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("slots.editTitle"),
	messages: ["pictures", "translations"],
});

/** Admins only: others, and an unknown slot, are redirected to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	await requireAdmin(request, "/slots");
	const slot = await findSlot(site.db, id);
	if (!slot) throw redirect("/slots");
	return { idempotencyKey: crypto.randomUUID(), slot, hosts: site.config.SLOT_DEMO_HOSTS };
}

/** Saves the slot with an uploaded picture and redirects to the list. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: slotSchema,
	async run({ input, viewer, request, params, headers }) {
		await saveSlotForm(site, viewer.id, params.id, input);
		headers.append("Set-Cookie", site.flash.write("slotSaved"));
		return redirect(`/slots${keptSlotQuery(new URL(request.url).search)}`);
	},
});

export default function EditSlot() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { id } = loaded.slot;
	const query = keptSlotQuery(useLocation().search);
	const address = `/slots/${id}/edit${query}`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("slots.editTitle")}
			closeTo={`/slots${query}`}
			closeLabel={t("slots.close")}
			openerId={`edit-${id}`}
		>
			<SlotForm key={id} action={address} {...loaded} answer={answer} busy={busy} query={query} />
		</Dialog>
	);
}
