import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Pencil, Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { findRecords } from "~/records/records.queries.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { readSocialLinks } from "~/social/links.server";
import { Posts } from "~/social/posts";
import { movePost, posts } from "~/social/posts.server";
import { moveSchema, visitSchema } from "~/social/social.schema";
import { SocialLinks } from "~/social/social-links";
import { createVisitChoice } from "~/social/visit-choice.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { PageHeader } from "~/ui/page-header";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.social"),
	description: (t) => t("social.intro"),
	messages: ["social"],
	navigation: {
		label: (t) => t("shell.social"),
		icon: Share2,
		order: 80,
		loading: (t) => t("shell.loadingSocial"),
	},
});

const visitChoice = createVisitChoice(site.secure);

export async function loader({ request }: LoaderFunctionArgs) {
	const [viewer, links, embeds] = await Promise.all([
		findViewer(request),
		readSocialLinks(site.db),
		findRecords(site.db, posts),
	]);
	return {
		links,
		posts: embeds.map(({ id, embedCode, position }) => ({ id, permalink: embedCode, position })),
		isShown: visitChoice.isShown(request),
		isAdmin: viewer?.isAdmin === true,
	};
}

/** Stores in a cookie whether the visitor's browser loads embedded posts, and redirects to this page. */
const choose = createAction({
	role: "anyone",
	limit: { points: 60, seconds: 60 },
	schema: visitSchema,
	async run({ input, headers }) {
		headers.append("Set-Cookie", visitChoice.write(input.intent === "show"));
		return redirect("/social");
	},
});

/** Moves a post and redirects to this page. */
const move = createAction({
	role: "admin",
	limit: { points: 120, seconds: 60 },
	schema: moveSchema,
	async run({ input: { intent, ...post }, viewer }) {
		await movePost(site, viewer.id, { ...post, to: intent });
		return redirect("/social");
	},
});

export const action = (args: ActionFunctionArgs) =>
	new URL(args.request.url).searchParams.has("move") ? move(args) : choose(args);

export default function Social() {
	const { t } = useTranslation();
	const { links, posts, isShown, isAdmin } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<PageUnderDialog className="grid gap-10">
			<PageHeader title={t("shell.social")} intro={t("social.intro")}>
				<Refused answer={answer} />
			</PageHeader>
			<section aria-labelledby="links" className="grid gap-4">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<h2 id="links" className="text-2xl font-bold">
						{t("home.links")}
					</h2>
					{isAdmin ? (
						<Link to="/social/links" id="edit-links" preventScrollReset className="button">
							<Pencil aria-hidden="true" className="size-5" />
							{t("social.editLinks")}
						</Link>
					) : null}
				</div>
				{links.length > 0 ? (
					<SocialLinks links={links} named />
				) : (
					<p className="text-muted">{t("social.noLinks")}</p>
				)}
			</section>
			<Posts posts={posts} isShown={isShown} isAdmin={isAdmin} />
		</PageUnderDialog>
	);
}
