import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { NoticeCode } from "~/i18n/messages";
import { addAdmin, listAdmins, removeAdmin } from "~/settings/admins.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { moderatorForms, personText } from "~/team/moderators/moderators.schema";
import { changeModerator, readModerators } from "~/team/moderators/moderators.server";
import { ModeratorsSection } from "~/team/moderators/moderators-section";
import { Proposals } from "~/team/moderators/proposals";
import { readProposals } from "~/team/moderators/proposals.server";
import { Field } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("settings.tabs.admins"), messages: ["settings"] });

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const isAsked = new URL(request.url).searchParams.has("proposals");
	const [admins, moderators, proposals] = await Promise.all([
		listAdmins(site),
		readModerators(site.db),
		readProposals(site, isAsked),
	]);
	return { admins, moderators, proposals };
}

/** `add` a name or the provider's subject, or `remove` a subject; and the forms of moderators. */
const schema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("add"), who: personText, isSubject: z.literal("on").optional() }),
	z.object({ intent: z.literal("remove"), who: personText }),
	...moderatorForms,
]);

const DONE: Record<z.output<typeof schema>["intent"], NoticeCode> = {
	...{ add: "adminAdded", remove: "adminRemoved", removeModerator: "moderatorRemoved" },
	...{ addModerator: "moderatorAdded", editModerator: "moderatorSaved" },
};

/** Adds or removes an admin, or changes a moderator, and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema,
	async run({ input, viewer }) {
		if (input.intent === "add")
			await addAdmin(site, viewer.id, { who: input.who, isSubject: input.isSubject === "on" });
		else if (input.intent === "remove") await removeAdmin(site, viewer.id, input.who);
		else await changeModerator(site, viewer.id, input);
		return site.flash.redirect("/settings/admins", DONE[input.intent]);
	},
});

export default function Admins() {
	const { t } = useTranslation();
	const { admins, moderators, proposals } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refusal = answer?.ok === false ? answer : undefined;
	const isOfModerators = String(refusal?.typed?.intent).endsWith("Moderator");
	const refused = isOfModerators ? undefined : refusal;
	const isAdding = refused?.typed?.intent !== "remove";
	return (
		<div className="grid gap-6">
			<PageHeader title={t("settings.tabs.admins")}>
				<SettingsTabs />
			</PageHeader>
			<section className="panel grid gap-4" aria-labelledby="admins-title">
				<h2 id="admins-title" className="text-2xl font-bold">
					{t("settings.admins.title")}
				</h2>
				<p className="max-w-prose text-muted">{t("settings.admins.intro")}</p>
				<Refused answer={!isAdding ? refused : undefined} />
				<ul>
					{admins.map(({ subject, name, source }) => (
						<li
							key={subject}
							className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
						>
							<div className="min-w-0 grow">
								<p className="font-semibold [overflow-wrap:anywhere]">
									<bdi>{name ?? subject}</bdi>
								</p>
								<p className="text-sm text-muted [overflow-wrap:anywhere]">
									{t(`settings.admins.${source}`)}
									{name === undefined ? ` · ${t("settings.admins.neverSignedIn")}` : null}
								</p>
							</div>
							{source === "site" ? (
								<PostForm fields={{ intent: "remove", who: subject }}>
									<button
										type="submit"
										className="button"
										aria-label={t("settings.admins.removeOne", { name: name ?? subject })}
									>
										{t("settings.admins.remove")}
									</button>
								</PostForm>
							) : null}
						</li>
					))}
				</ul>
			</section>
			<PostForm key={admins.length} fields={{ intent: "add" }} className="panel grid gap-4">
				<h2 className="text-2xl font-bold">{t("settings.admins.add")}</h2>
				<Field
					name="who"
					label={t("settings.admins.who")}
					hint={t("settings.admins.whoHint")}
					maxLength={255}
					answer={isAdding ? refused : undefined}
				/>
				<label className="flex items-start gap-3">
					<input
						type="checkbox"
						name="isSubject"
						defaultChecked={refused?.typed?.isSubject === "on"}
						className="mt-0.5 size-5 shrink-0 accent-accent"
					/>
					<span>{t("settings.admins.isSubject")}</span>
				</label>
				<Refused answer={isAdding && !refused?.fieldErrors?.who ? refused : undefined} />
				<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
					{t("settings.admins.addButton")}
				</button>
			</PostForm>
			<ModeratorsSection moderators={moderators} refused={isOfModerators ? refusal : undefined} />
			{proposals ? <Proposals {...proposals} /> : null}
		</div>
	);
}
