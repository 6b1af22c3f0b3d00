import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Coins, Download, Gift, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { AdjustmentLine } from "~/points/users/adjustment-line";
import { adjustPoints, givePoints } from "~/points/users/giving.server";
import { NamesList } from "~/points/users/names-list";
import { adjustmentSchema, signedAmount } from "~/points/users/user-points.schema";
import { UserSearch } from "~/points/users/user-search";
import { UserTable } from "~/points/users/user-table";
import { readUserNames, readUserTable } from "~/points/users/user-table.server";
import { tableAddress } from "~/points/users/users";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("points.users"),
	messages: ["points"],
	navigation: {
		label: (t) => t("shell.userPoints"),
		icon: Coins,
		order: 140,
		for: "names",
		loading: (t) => t("shell.loadingUsers"),
	},
});

/** Moderators of names get only the names. Others without the right are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "names")]);
	const search = new URL(request.url).searchParams;
	if (!viewer.isAdmin) return { names: await readUserNames(site.db, search), table: null };
	const table = {
		...{ language, ...(await readUserTable(site.db, search)) },
		provider: site.pointsProvider?.name,
		idempotencyKey: crypto.randomUUID() as string,
	};
	return { names: null, table };
}

/** Sets a user's points, or gives and takes some, and redirects to the table, which shows the change. */
export const action = createAction({
	role: "admin",
	limit: { points: 120, seconds: 60 },
	schema: adjustmentSchema,
	async run({ input, viewer, request }) {
		const { intent: _intent, ...form } = input;
		const { entryId } =
			"amount" in form
				? await givePoints(site, viewer.id, {
						...{ idempotencyKey: form.idempotencyKey, userId: form.userId, note: form.note },
						amount: signedAmount(form),
					})
				: await adjustPoints(site, viewer.id, form);
		const changes = { edit: undefined, changed: entryId === undefined ? undefined : String(entryId) };
		return redirect(tableAddress(new URL(request.url).searchParams, changes));
	},
});

export default function UserPoints() {
	const { names, table } = useLoaderData<typeof loader>();
	return names ? <NamesList {...names} /> : <PointsTable {...table} />;
}

type Table = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["table"]>;

function PointsTable({ language, search, sort, page, adjustment, provider, idempotencyKey }: Table) {
	const { t } = useTranslation();
	const answer = useActionData<typeof action>();
	const [params] = useSearchParams();
	return (
		<div className="grid gap-6">
			<header className="flex flex-wrap items-end justify-between gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("points.users")}</h1>
				<div className="flex flex-wrap gap-2">
					<Link to="/user-points/give" className="button">
						<Gift aria-hidden="true" className="size-5" />
						{t("points.givingMany")}
					</Link>
					<a href="/user-points/export" download className="button">
						<Download aria-hidden="true" className="size-5" />
						{t("points.exportCsv")}
					</a>
					<Link to="/user-points/import" className="button">
						<Upload aria-hidden="true" className="size-5" />
						{t("points.importCsv")}
					</Link>
				</div>
			</header>
			<UserSearch search={search} sort={sort} />
			<AdjustmentLine adjustment={adjustment} language={language} />
			<section aria-label={t("points.users")} className="panel grid gap-4">
				{page.rows.length === 0 ? (
					<p className="text-muted">{t("points.noUsers")}</p>
				) : (
					<UserTable
						rows={page.rows}
						sort={sort}
						params={params}
						editing={params.get("edit")}
						idempotencyKey={idempotencyKey}
						refusal={answer && !answer.ok ? answer : undefined}
						provider={provider}
						language={language}
					/>
				)}
				<Pager previous={page.previous} next={page.next} />
			</section>
		</div>
	);
}
