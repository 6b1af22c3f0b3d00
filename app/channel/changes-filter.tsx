import { Form, Link } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Choice, FilterSelect } from "~/ui/filter-select";
import type { ChangeFilter } from "./changes.queries.server";

interface Props {
	filter: ChangeFilter;
	admins: readonly Choice[];
	actions: readonly Choice[];
}

/** The filter of the change log, a GET form. With scripts, each choice submits it. */
export function ChangesFilter({ filter: { by = "", action = "" }, admins, actions }: Props) {
	const { t } = useTranslation();
	return (
		<Form role="search" action="/changes" key={`${by} ${action}`} className="flex flex-wrap items-end gap-3">
			<FilterSelect
				name="by"
				label={t("channel.byAdmin")}
				all={t("channel.everyone")}
				value={by}
				choices={admins}
			/>
			<FilterSelect
				name="action"
				label={t("channel.byAction")}
				all={t("channel.everything")}
				value={action}
				choices={actions}
			/>
			<button type="submit" className="button">
				<ListFilter aria-hidden="true" className="size-5" />
				{t("channel.filter")}
			</button>
			{by || action ? (
				<Link to="/changes" className="link py-2.5">
					{t("channel.clear")}
				</Link>
			) : null}
		</Form>
	);
}
