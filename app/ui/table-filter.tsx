import { Form, Link, useSubmit } from "@remix-run/react";
import { ListFilter } from "lucide-react";

export interface Choice {
	value: string;
	name: string;
}

interface Props {
	/** The path of the page. */
	path: string;
	/** `all` is the label of the choice without a filter. */
	selects: readonly { name: string; label: string; all: string; value: string; choices: readonly Choice[] }[];
	/** The text search `q`. */
	search?: { label: string; value: string };
	labels: { apply: string; clear: string };
}

/** The filter of a table, a GET form. With scripts, each choice submits it. */
export function TableFilter({ path, selects, search, labels }: Props) {
	const submit = useSubmit();
	const values = [...selects.map(({ value }) => value), search?.value ?? ""];
	return (
		<Form role="search" action={path} key={values.join(" ")} className="flex flex-wrap items-end gap-3">
			{selects.map(({ name, label, all, value, choices }) => (
				<label key={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 max-sm:w-full">
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
			))}
			{search ? (
				<label className="grid max-w-md grow basis-60 gap-1">
					<span className="text-sm font-semibold">{search.label}</span>
					<input
						type="search"
						name="q"
						defaultValue={search.value}
						maxLength={100}
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						className="field"
					/>
				</label>
			) : null}
			<button type="submit" className="button">
				<ListFilter aria-hidden="true" className="size-5" />
				{labels.apply}
			</button>
			{values.some((value) => value !== "") ? (
				<Link to={path} className="link py-2.5">
					{labels.clear}
				</Link>
			) : null}
		</Form>
	);
}
