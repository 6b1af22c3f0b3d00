/** The dialog that asks before a record is deleted or disabled. Its addresses are in `routes.ts`. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { languageOf } from "~/i18n/i18next.server";
import { removeRecord } from "~/records/change-record.server";
import { type AnyRecord, removalSchema } from "~/records/record.server";
import { describeRemoval } from "~/records/record-page.server";
import { findRecord } from "~/records/records.queries.server";
import { requireRole } from "~/site/guards.server";
import { RECORDS, recordAt } from "~/site/records.server";
import { createAction, site } from "~/site/site.server";
import { DeleteQuestion } from "~/ui/dialog/delete-question";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = {
	title: (_t, loaded) => (loaded as { title?: string } | undefined)?.title ?? "",
};

/** For those who may edit the records: others, and an unknown or disabled record, are redirected to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const type = recordAt(request);
	const [language] = await Promise.all([
		languageOf(request),
		requireRole(request, type.right ?? "admin", type.list),
	]);
	const record: AnyRecord | undefined = await findRecord(site.db, type, id);
	if (!record || record.status === "disabled") throw redirect(type.list);
	return describeRemoval(type, record, { language, config: site.config });
}

const removals = new Map(
	RECORDS.map((type) => [
		type,
		createAction({
			role: type.right ?? "admin",
			limit: { points: 60, seconds: 60 },
			schema: removalSchema,
			async run({ input: { revision }, viewer, request, params: { id = "" } }) {
				await removeRecord(site, type, viewer.id, { id, revision });
				return site.flash.redirect(type.list + new URL(request.url).search, `${type.texts}.remove`);
			},
		}),
	]),
);

/** Deletes or disables the record and redirects to the list. */
export const action = (args: ActionFunctionArgs) => removals.get(recordAt(args.request))?.(args);

export default function RemoveRecord() {
	const { title, openerId, list, cancelTo, close, ...question } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { pathname, search } = useLocation();
	const address = pathname + search;
	return (
		<Dialog title={title} closeTo={list + search} closeLabel={close} openerId={openerId}>
			<DeleteQuestion {...question} action={address} cancelTo={cancelTo + search} answer={answer} />
		</Dialog>
	);
}
