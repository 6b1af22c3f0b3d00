import { Form, Link, useSubmit } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ChangeFilter } from "./changes";

interface Choice {
	value: string;
	name: string;
}

interface Props {
	filter: ChangeFilter;
	admins: readonly Choice[];
	actions: readonly Choice[];
}

/** The filter of the change log. With scripts a choice applies at once. */
export function ChangesFilter({ filter: { by = "", action = "" }, admins, actions }: Props) {
	const { t } = useTranslation();
	return (
		<Form role="search" action="/changes" key={`${by} ${action}`} className="flex flex-wrap items-end gap-3">
			<Select
				name="by"
				label={t("channel.byAdmin")}
				all={t("channel.everyone")}
				value={by}
				choices={admins}
			/>
			<Select
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

interface SelectProps {
	name: string;
	label: string;
	/** The label of the choice without a filter. */
	all: string;
	value: string;
	choices: readonly Choice[];
}

function Select({ name, label, all, value, choices }: SelectProps) {
	const submit = useSubmit();
	return (
		<label className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 max-sm:w-full">
			<span className="text-sm font-semibold">{label}</span>
			<select
				name={name}
				defaultValue={value}
				onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
				className="field"
			>
				<option value="">{all}</option>
				{choices.map((choice) => (
					<option key={choice.value} value={choice.value}>
						{choice.name}
					</option>
				))}
			</select>
		</label>
	);
}
