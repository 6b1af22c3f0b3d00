import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { findEmbed } from "~/social/embeds.queries.server";
import { moveEmbed, removeEmbed, saveEmbed } from "~/social/embeds.server";
import { DeletePost, PostForm } from "~/social/post-form";
import { embedSchema } from "~/social/social.schema";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("social.postTitle") };

/** The id in the address of a new post. */
const NEW = "new";

/** Admins only: others, and an unknown post, are redirected to `/social`. The id `new` is that of a new post. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	await requireAdmin(request, "/social");
	const embed = id === NEW ? undefined : await findEmbed(site.db, id);
	if (!embed && id !== NEW) throw redirect("/social");
	return {
		id,
		idempotencyKey: crypto.randomUUID(),
		post: embed && { permalink: embed.embed_code, revision: embed.revision },
		isDeleting: embed !== undefined && new URL(request.url).searchParams.has("delete"),
	};
}

/** Saves, deletes or moves a post and redirects to `/social`. */
export const action = createAction({
	role: "admin",
	limit: { points: 120, seconds: 60 },
	schema: embedSchema,
	async run({ input, viewer, params: { id = "" }, headers }) {
		if (input.intent === "delete") {
			await removeEmbed(site, viewer.id, { id, revision: input.revision });
			headers.append("Set-Cookie", site.flash.write("postDeleted"));
		} else if (input.intent === "save") {
			const { idempotencyKey, embedCode: permalink, revision = 0 } = input;
			const edited = id === NEW ? undefined : { id, revision };
			await saveEmbed(site, viewer.id, { idempotencyKey, permalink, edited });
			headers.append("Set-Cookie", site.flash.write("postSaved"));
		} else {
			await moveEmbed(site, viewer.id, { id, position: input.position, to: input.intent });
		}
		return redirect("/social");
	},
});

export default function EditPost() {
	const { t } = useTranslation();
	const { id, idempotencyKey, post, isDeleting } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const address = `/social/posts/${id}`;
	const busy = useNavigation().formAction?.startsWith(address) === true;
	const common = { action: address, answer, busy };
	return (
		<Dialog
			title={t(isDeleting ? "social.deleteTitle" : post ? "social.editTitle" : "social.addTitle")}
			closeTo="/social"
			closeLabel={t("social.close")}
			openerId={post ? `edit-${id}` : "add-post"}
		>
			{isDeleting && post ? (
				<DeletePost {...common} action={`${address}?delete`} revision={post.revision} />
			) : (
				<PostForm key={id} {...common} post={post} idempotencyKey={idempotencyKey} />
			)}
		</Dialog>
	);
}
