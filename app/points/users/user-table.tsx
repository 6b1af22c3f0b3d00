import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, GitMerge, Pencil, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { FieldAnswer } from "~/ui/field";
import { RowForms } from "./row-forms";
import type { UserRow } from "./user-table.queries.server";
import { type Sort, tableAddress } from "./users";
import "~/ui/data-table.css";

interface Props {
	rows: readonly UserRow[];
	sort: Sort;
	/** The parameters of the address, which links keep. */
	params: URLSearchParams;
	/** The id of the user whose points are being edited. */
	editing: string | null;
	idempotencyKey: string;
	refusal: FieldAnswer | undefined;
	/** The name of the points provider; undefined without one. */
	provider: string | undefined;
	language: Language;
}

/** Users with their points and the links to edit, statement and merge; on a phone each user is a card. */
export function UserTable(props: Props) {
	const { t } = useTranslation();
	const { rows, sort, params } = props;
	return (
		<table className="data-table">
			<caption className="sr-only">{t("points.users")}</caption>
			<thead className="text-left text-sm text-muted">
				<tr>
					<SortHeader name="name" sort={sort} params={params} label={t("points.username")} />
					<SortHeader name="points" sort={sort} params={params} label={t("points.points")} />
					<th scope="col" className="text-right">
						{t("points.actions")}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((user) => (
					<Row key={user.id} user={user} {...props} />
				))}
			</tbody>
		</table>
	);
}

/** A header whose link sorts by the column, or reverses the order if the table is already sorted by it. */
function SortHeader({
	name,
	sort,
	params,
	label,
}: {
	name: "name" | "points";
	sort: Sort;
	params: URLSearchParams;
	label: string;
}) {
	const { t } = useTranslation();
	const rising = sort === name;
	const falling = sort === `${name}-desc`;
	// Names ascend first, points descend first.
	const first = name === "name" ? "name" : "points-desc";
	const turned = rising ? `${name}-desc` : name;
	const next = rising || falling ? turned : first;
	const to = tableAddress(params, {
		sort: next,
		after: undefined,
		before: undefined,
		edit: undefined,
		changed: undefined,
	});
	return (
		<th scope="col" aria-sort={rising ? "ascending" : falling ? "descending" : undefined}>
			<Link
				to={to}
				preventScrollReset
				className="inline-flex items-center gap-1 rounded underline-offset-4 hover:underline"
			>
				<span className="sr-only">{t("points.sortBy")} </span>
				{label}
				{rising ? <ArrowUp aria-hidden="true" className="size-4" /> : null}
				{falling ? <ArrowDown aria-hidden="true" className="size-4" /> : null}
			</Link>
		</th>
	);
}

function Row({
	user,
	params,
	editing,
	idempotencyKey,
	refusal,
	provider,
	language,
}: Props & { user: UserRow }) {
	const { t } = useTranslation();
	const { id, username, email, points } = user;
	const page = `/user-points/${encodeURIComponent(id)}`;
	return (
		<tr className="align-top" data-testid="user-row" data-user={username}>
			<td>
				<span className="grid min-w-0">
					<span className="font-semibold break-all">{username}</span>
					{email ? <span className="text-sm break-all text-muted">{email}</span> : null}
				</span>
			</td>
			{editing === id ? (
				<td colSpan={2}>
					<RowForms
						user={user}
						idempotencyKey={idempotencyKey}
						refusal={refusal}
						cancelTo={tableAddress(params, { edit: undefined })}
						language={language}
					/>
				</td>
			) : (
				<>
					<td data-label={t("points.points")}>
						<span className="font-bold tabular-nums" data-testid="row-points">
							{formatPoints(points, language)}
						</span>
					</td>
					<td>
						<span className="flex flex-wrap gap-2 md:justify-end">
							<Link
								to={tableAddress(params, { edit: id, changed: undefined })}
								id={`edit-${id}`}
								preventScrollReset
								className="button"
								aria-label={t("points.editOf", { name: username })}
							>
								<Pencil aria-hidden="true" className="size-5" />
								{t("points.editShort")}
							</Link>
							<Link to={page} className="button" aria-label={t("points.ledgerOf", { name: username })}>
								<ScrollText aria-hidden="true" className="size-5" />
								{t("points.ledgerPage")}
							</Link>
							{provider ? (
								<Link
									to={`${page}/merge`}
									className="button"
									aria-label={t("points.mergeOf", { name: username, provider })}
								>
									<GitMerge aria-hidden="true" className="size-5" />
									{t("points.merge")}
								</Link>
							) : null}
						</span>
					</td>
				</>
			)}
		</tr>
	);
}
