import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { SlotForm } from "~/slots/slot-form";
import { findSlot } from "~/slots/slots.queries.server";
import { slotSchema } from "~/slots/slots.schema";
import { saveSlotForm } from "~/slots/slots.server";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("slots.editTitle"), messages: ["pictures"] });

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	const slot = viewer?.isAdmin ? await findSlot(site.db, id) : undefined;
	if (!slot) throw redirect("/slots");
	return { idempotencyKey: crypto.randomUUID(), slot, hosts: site.config.SLOT_DEMO_HOSTS };
}

export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: slotSchema,
	async run({ input, viewer, params, headers }) {
		await saveSlotForm(site, viewer.id, params.id, input);
		headers.append("Set-Cookie", site.flash.write("slotSaved"));
		return redirect("/slots");
	},
});

export default function EditSlot() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { id } = loaded.slot;
	const address = `/slots/${id}/edit`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("slots.editTitle")}
			closeTo="/slots"
			closeLabel={t("slots.close")}
			openerId={`edit-${id}`}
		>
			<SlotForm key={id} action={address} {...loaded} answer={answer} busy={busy} />
		</Dialog>
	);
}
