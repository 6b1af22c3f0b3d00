import { useTranslation } from "react-i18next";
import { type Choice, TableFilter } from "~/ui/table-filter";
import type { ChangeFilter } from "./changes.queries.server";

interface Props {
	filter: ChangeFilter;
	admins: readonly Choice[];
	actions: readonly Choice[];
}

/** The filter of the change log. */
export function ChangesFilter({ filter: { by = "", action = "" }, admins, actions }: Props) {
	const { t } = useTranslation();
	const [everyone, everything] = [t("channel.everyone"), t("channel.everything")];
	return (
		<TableFilter
			path="/changes"
			selects={[
				{
					name: "by",
					label: t("channel.byAdmin"),
					all: everyone,
					value: by,
					choices: [{ value: "moderators", name: t("channel.moderators") }, ...admins],
				},
				{ name: "action", label: t("channel.byAction"), all: everything, value: action, choices: actions },
			]}
			labels={{ apply: t("channel.filter"), clear: t("channel.clear") }}
		/>
	);
}
