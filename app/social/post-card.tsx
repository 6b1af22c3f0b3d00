import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, ExternalLink, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import { TrackedLink } from "~/ui/tracked-link";
import { PlatformIcon } from "./platform-icon";
import { PLATFORM_ICONS } from "./platforms";
import { PostFrame } from "./post-frame";

export interface Post {
	id: string;
	permalink: string;
	position: number;
}

interface Props {
	post: Post;
	/** Place among the posts, from 1. */
	place: number;
	/** Number of posts. */
	count: number;
	/** Whether the visitor has chosen to load content from Instagram. */
	isShown: boolean;
	isAdmin: boolean;
}

/**
 * An embedded post, or its placeholder while `isShown` is false. Clicks on the link to the post are counted as
 * `social_click`. Admins also get buttons that move the post and a link to its edit form.
 */
export function PostCard({ post, place, count, isShown, isAdmin }: Props) {
	const { t } = useTranslation();
	return (
		<article
			data-post={post.id}
			aria-label={t("social.post", { place, count })}
			className="panel flex flex-col overflow-hidden p-0"
		>
			{isShown ? (
				<PostFrame permalink={post.permalink} title={t("social.frame", { place, count })} />
			) : (
				<div className="post-stand-in grid min-h-64 grow place-content-center justify-items-center gap-3 p-6">
					<PlatformIcon path={PLATFORM_ICONS.instagram.path} className="size-12 text-muted" />
					<p className="text-muted">{t("social.post", { place, count })}</p>
				</div>
			)}
			<div className="flex flex-wrap items-center gap-2 border-t border-line p-3">
				<TrackedLink
					href={post.permalink}
					event="social_click"
					subject="instagram"
					className="link mr-auto flex min-h-11 items-center gap-1.5"
				>
					{t("social.open")}
					<ExternalLink aria-hidden="true" className="size-4 shrink-0" />
				</TrackedLink>
				{isAdmin ? <Controls post={post} place={place} count={count} /> : null}
			</div>
		</article>
	);
}

function Controls({ post: { id, position }, place, count }: Pick<Props, "post" | "place" | "count">) {
	const { t } = useTranslation();
	return (
		<div className="ml-auto flex gap-2">
			<PostForm action="/social?move" fields={{ id, position }} className="flex gap-2">
				{place > 1 ? (
					<button
						type="submit"
						name="intent"
						value="up"
						className="button button-icon"
						aria-label={t("social.moveUp", { place })}
					>
						<ArrowUp aria-hidden="true" className="size-5" />
					</button>
				) : null}
				{place < count ? (
					<button
						type="submit"
						name="intent"
						value="down"
						className="button button-icon"
						aria-label={t("social.moveDown", { place })}
					>
						<ArrowDown aria-hidden="true" className="size-5" />
					</button>
				) : null}
			</PostForm>
			<Link
				to={`/social/posts/${id}/edit`}
				id={`edit-${id}`}
				preventScrollReset
				className="button button-icon"
				aria-label={t("social.editPost", { place })}
			>
				<Pencil aria-hidden="true" className="size-5" />
			</Link>
		</div>
	);
}
