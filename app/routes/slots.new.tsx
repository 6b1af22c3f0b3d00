import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { SlotForm } from "~/slots/slot-form";
import { keptSlotQuery } from "~/slots/slot-list";
import { slotSchema } from "~/slots/slots.schema";
import { saveSlotForm } from "~/slots/slots.server";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("slots.addTitle"),
	messages: ["pictures", "translations"],
});

/** A new idempotency key, and the hosts that demos may have. Admins only: others are redirected to the list with a notice. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request, "/slots");
	return { idempotencyKey: crypto.randomUUID(), hosts: site.config.SLOT_DEMO_HOSTS };
}

/** Adds the slot with an uploaded picture and redirects to the list. */
export const action = createAction({
	role: "admin",
	limit: { points: 60, seconds: 60 },
	bodyLimit: PICTURE_FORM_BYTES,
	schema: slotSchema,
	async run({ input, viewer, request, headers }) {
		await saveSlotForm(site, viewer.id, undefined, input);
		headers.append("Set-Cookie", site.flash.write("slotAdded"));
		return redirect(`/slots${keptSlotQuery(new URL(request.url).search)}`);
	},
});

export default function NewSlot() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const query = keptSlotQuery(useLocation().search);
	const address = `/slots/new${query}`;
	const busy = useNavigation().formAction === address;
	return (
		<Dialog
			title={t("slots.addTitle")}
			closeTo={`/slots${query}`}
			closeLabel={t("slots.close")}
			openerId="add-slot"
		>
			<SlotForm action={address} slot={undefined} {...loaded} answer={answer} busy={busy} query={query} />
		</Dialog>
	);
}
