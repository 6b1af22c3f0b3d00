import { Link } from "@remix-run/react";
import { Eye, EyeOff, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import { PlatformIcon } from "./platform-icon";
import { PLATFORM_ICONS } from "./platforms";
import { type Post, PostCard } from "./post-card";

interface Props {
	posts: readonly Post[];
	/** Whether the visitor has chosen to load content from Instagram. */
	isShown: boolean;
	isAdmin: boolean;
}

/**
 * The channel's embedded posts, with the visitor's choice to load or hide them. Admins also get the link that adds a
 * post.
 */
export function Posts({ posts, isShown, isAdmin }: Props) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="posts" className="grid gap-5">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="posts" className="text-2xl font-bold">
					{t("social.posts")}
				</h2>
				{isAdmin ? (
					<Link to="/social/posts/new" id="add-record" preventScrollReset className="button">
						<Plus aria-hidden="true" className="size-5" />
						{t("social.add")}
					</Link>
				) : null}
			</div>
			{posts.length === 0 ? (
				<div className="panel grid justify-items-center gap-3 py-14 text-center">
					<PlatformIcon path={PLATFORM_ICONS.instagram.path} className="size-12 text-muted" />
					<p className="text-lg text-muted">{t("social.noPosts")}</p>
				</div>
			) : (
				<>
					<VisitChoice isShown={isShown} />
					<div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
						{posts.map((post, index) => (
							<PostCard
								key={post.id}
								post={post}
								place={index + 1}
								count={posts.length}
								isShown={isShown}
								isAdmin={isAdmin}
							/>
						))}
					</div>
				</>
			)}
		</section>
	);
}

/** States what loading the posts transfers, with the visitor's choice to load or hide them. */
function VisitChoice({ isShown }: { isShown: boolean }) {
	const { t } = useTranslation();
	return (
		<PostForm
			action="/social"
			className={isShown ? "justify-self-start" : "panel flex flex-wrap items-center gap-4"}
		>
			{isShown ? null : <p className="max-w-prose grow basis-80 text-muted">{t("social.whatItLoads")}</p>}
			<button
				type="submit"
				name="intent"
				value={isShown ? "hide" : "show"}
				className={`button ${isShown ? "" : "button-primary max-sm:w-full"}`}
			>
				{isShown ? (
					<EyeOff aria-hidden="true" className="size-5" />
				) : (
					<Eye aria-hidden="true" className="size-5" />
				)}
				{t(isShown ? "social.hide" : "social.show")}
			</button>
		</PostForm>
	);
}
