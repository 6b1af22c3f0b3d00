import { useSubmit } from "@remix-run/react";

export interface Choice {
	value: string;
	name: string;
}

interface Props {
	name: string;
	label: string;
	/** The label of the choice without a filter. */
	all: string;
	value: string;
	choices: readonly Choice[];
}

/** A select of a GET form. With scripts, each choice submits the form. */
export function FilterSelect({ name, label, all, value, choices }: Props) {
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
