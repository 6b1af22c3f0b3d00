/** The dialog that adds or edits a record. Its addresses are in `routes.ts`. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { languageOf } from "~/i18n/i18next.server";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { saveRecordForm } from "~/records/change-record.server";
import { pictureOf, schemaOf } from "~/records/record.server";
import { type RecordFields, RecordForm } from "~/records/record-form";
import { describeForm } from "~/records/record-page.server";
import { findRecord } from "~/records/records.queries.server";
import { requireRole } from "~/site/guards.server";
import { RECORDS, recordAt } from "~/site/records.server";
import { createAction, site } from "~/site/site.server";
import { ItemFields } from "~/store/items/item-fields";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (_t, loaded) => (loaded as { title?: string } | undefined)?.title ?? "",
	messages: ["pictures", "store", "translations"],
});

/** The records whose fields stand in another order than that of the declaration, by the path of their list. */
const FIELDS: Record<string, RecordFields> = { "/store": ItemFields };

/** For those who may edit the records: others, and an unknown record, are redirected to the list. */
export async function loader({ request, params: { id } }: LoaderFunctionArgs) {
	const type = recordAt(request);
	const [language] = await Promise.all([
		languageOf(request),
		requireRole(request, type.right ?? "admin", type.list),
	]);
	const record = id === undefined ? undefined : await findRecord(site.db, type, id);
	if (id !== undefined && !record) throw redirect(type.list);
	return describeForm(type, record, { language, config: site.config });
}

const saves = new Map(
	RECORDS.map((type) => [
		type,
		createAction({
			role: type.right ?? "admin",
			limit: { points: 60, seconds: 60 },
			...(pictureOf(type) && { bodyLimit: PICTURE_FORM_BYTES }),
			schema: schemaOf(type),
			async run({ input, viewer, request, params }) {
				const id = await saveRecordForm(site, type, viewer.id, params.id, input);
				const list = type.list + new URL(request.url).search;
				return params.id
					? site.flash.redirect(list, `${type.texts}.edit`)
					: site.flash.redirect(`${list}#edit-${id}`, `${type.texts}.add`);
			},
		}),
	]),
);

/** Saves the record with an uploaded picture and redirects to the list, for a new one to its entry. */
export const action = (args: ActionFunctionArgs) => saves.get(recordAt(args.request))?.(args);

export default function EditRecord() {
	const form = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { pathname, search } = useLocation();
	const address = pathname + search;
	return (
		<Dialog
			title={form.title}
			closeTo={form.list + search}
			closeLabel={form.texts.close}
			openerId={form.id === undefined ? "add-record" : `edit-${form.id}`}
		>
			<RecordForm
				key={pathname}
				action={address}
				list={form.list}
				query={search}
				form={form}
				fields={FIELDS[form.list]}
				answer={answer}
			/>
		</Dialog>
	);
}
