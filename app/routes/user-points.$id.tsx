import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowLeft, Eye, EyeOff, GitMerge, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { formatMoment, formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { isOwnOfModerator } from "~/lib/rights";
import { findPause } from "~/points/ledger/pauses.queries.server";
import { readMerges, undoMerge } from "~/points/merges/merges.server";
import { MergesList } from "~/points/merges/merges-list";
import { BalanceChart } from "~/points/statement/balance-chart";
import { EntriesTable } from "~/points/statement/entries-table";
import { findUser } from "~/points/statement/statement.queries.server";
import { readStatement } from "~/points/statement/statement.server";
import { setNameHidden } from "~/points/users/hidden-names.server";
import { PauseForm } from "~/points/users/pause-form";
import { setPause } from "~/points/users/pauses.server";
import { userSchema } from "~/points/users/user-points.schema";
import { tableAddress } from "~/points/users/users";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("points.userTitle"), messages: ["points"] });

/**
 * A user's statement and merges; moderators of names get only the name. Others are redirected to `/`, and an unknown user to the
 * table.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "names")]);
	const row = await findUser(site.db, params.id ?? "");
	if (!row) throw redirect("/user-points");
	const { id, twitch_username: username, email, points } = row;
	const isHidden = row.name_hidden_at !== null;
	const user = { id, username, isHidden };
	if (!viewer.isAdmin) return { language, user, whole: null };
	const search = new URL(request.url).searchParams;
	const [statement, merges, pause] = await Promise.all([
		readStatement(site, user.id, { search, language, reader: "admin" }),
		readMerges(site, user.id, language),
		findPause(site.db, user.id),
	]);
	const paused = pause && {
		reason: pause.reason,
		when: formatMoment(new Date(pause.created_at), language, site.config.SITE_TIMEZONE),
	};
	const provider = site.pointsProvider?.name;
	return { language, user, whole: { email, points, statement, merges, paused, provider } };
}

/** Hides or shows the name, starts or ends a pause, or undoes a merge, and redirects to this page. */
export const action = createAction({
	role: "names",
	limit: { points: 60, seconds: 60 },
	schema: userSchema,
	async run({ input, viewer, params }) {
		const userId = params.id ?? "";
		const address = `/user-points/${encodeURIComponent(userId)}`;
		if ("name" in input) {
			if (isOwnOfModerator(viewer, userId)) throw new DomainError("nameOwn");
			await setNameHidden(site, viewer.id, userId, input.name === "hide");
			return site.flash.redirect(address, input.name === "hide" ? "nameHidden" : "nameShown");
		}
		if (!viewer.isAdmin) throw new DomainError("adminsOnly");
		if ("pause" in input) {
			await setPause(site, viewer.id, userId, input.pause === "start" ? input.reason : undefined);
			return site.flash.redirect(address, input.pause === "start" ? "viewerPaused" : "viewerResumed");
		}
		await undoMerge(site, viewer.id, { userId, mergeId: input.mergeId });
		return site.flash.redirect(address, "mergeUndone");
	},
});

export default function UserStatement() {
	const { t } = useTranslation();
	/** `whole`: null for a moderator. */
	const { language, user, whole } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer?.ok === false ? answer : undefined;
	const isOfPause = refused?.typed?.pause !== undefined;
	return (
		<PageUnderDialog className="grid gap-6">
			<header className="grid gap-4">
				<Link to="/user-points" className="link flex items-center gap-1 justify-self-start">
					<ArrowLeft aria-hidden="true" className="size-4" />
					{t("points.users")}
				</Link>
				<div className="flex flex-wrap items-end justify-between gap-4">
					<div className="grid min-w-0 gap-1">
						<h1 className="text-4xl font-extrabold break-all sm:text-5xl">
							{user.username ?? t("shell.anonymous")}
						</h1>
						{whole?.email ? <p className="break-all text-muted">{whole.email}</p> : null}
					</div>
					{whole ? (
						<p className="flex items-baseline gap-2">
							<strong className="font-display text-4xl font-extrabold tabular-nums" data-testid="user-points">
								{formatPoints(whole.points, language)}
							</strong>
							<span className="text-muted">{t("shell.pointsShort")}</span>
						</p>
					) : null}
				</div>
				{user.username === null ? null : (
					<>
						<div className="flex flex-wrap gap-2">
							{whole ? (
								<Link
									to={tableAddress(new URLSearchParams({ q: user.username }), { edit: user.id })}
									className="button"
								>
									<Pencil aria-hidden="true" className="size-5" />
									{t("points.edit")}
								</Link>
							) : null}
							{whole?.provider ? (
								<Link to="merge" id="open-merge" preventScrollReset className="button">
									<GitMerge aria-hidden="true" className="size-5" />
									{t("points.mergeFrom", { provider: whole.provider })}
								</Link>
							) : null}
							<PostForm fields={{ name: user.isHidden ? "show" : "hide" }}>
								<button type="submit" className="button" aria-describedby="name-hint">
									{user.isHidden ? (
										<Eye aria-hidden="true" className="size-5" />
									) : (
										<EyeOff aria-hidden="true" className="size-5" />
									)}
									{t(user.isHidden ? "points.showName" : "points.hideName")}
								</button>
							</PostForm>
						</div>
						<p id="name-hint" className="text-sm text-muted">
							{t(user.isHidden ? "points.nameIsHidden" : "points.hideNameHint")}
						</p>
					</>
				)}
			</header>
			{whole && user.username !== null ? (
				<PauseForm paused={whole.paused} answer={isOfPause ? refused : undefined} />
			) : null}
			{whole ? (
				<>
					<BalanceChart {...whole.statement} language={language} />
					<EntriesTable page={whole.statement.entries} language={language} />
					<section aria-labelledby="merges" className="panel grid gap-4">
						<h2 id="merges" className="text-2xl font-bold">
							{t("points.merges")}
						</h2>
						<MergesList merges={whole.merges} language={language} answer={isOfPause ? undefined : answer} />
					</section>
				</>
			) : (
				<Refused answer={answer} />
			)}
		</PageUnderDialog>
	);
}
