import { Link } from "@remix-run/react";
import type { Page } from "db/keyset";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { UserSearch } from "./user-search";

interface Props {
	search: string;
	page: Page<{ id: string; username: string }>;
}

/** The names of users, with links to the pages that hide them. */
export function NamesList({ search, page }: Props) {
	const { t } = useTranslation();
	return (
		<div className="grid gap-6">
			<PageHeader title={t("points.names")} />
			<UserSearch search={search} />
			<section aria-label={t("points.names")} className="panel grid gap-4">
				{page.rows.length === 0 ? <p className="text-muted">{t("points.noNames")}</p> : null}
				<ul className="grid gap-2">
					{page.rows.map(({ id, username }) => (
						<li key={id}>
							<Link to={`/user-points/${encodeURIComponent(id)}`} className="button justify-start break-all">
								{username}
							</Link>
						</li>
					))}
				</ul>
				<Pager previous={page.previous} next={page.next} />
			</section>
		</div>
	);
}
