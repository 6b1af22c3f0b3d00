import { faulty } from "./focus";

interface Props {
	name: string;
	legend: string;
	hint?: string;
	error?: string | undefined;
	/** `radio`: one of them; by default any number. */
	type?: "checkbox" | "radio";
	options: readonly { value: string; label: string; text?: string }[];
	/** The values that are ticked at first. */
	ticked: readonly unknown[];
	/** Of the group in its form. */
	className?: string;
	/** Of the boxes. */
	layout?: string;
	/** Must differ between the groups of a page. */
	id?: string;
}

/** A group of boxes with a title. */
export function Choices(props: Props) {
	const { name, legend, hint, error, type = "checkbox", options, ticked } = props;
	const { id = name, className = "", layout = "grid gap-x-6 gap-y-1" } = props;
	return (
		<fieldset className={className} aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}>
			<legend className="mb-1.5 font-semibold">{legend}</legend>
			<p id={`${id}-hint`} className="mb-1.5 text-sm text-muted empty:hidden">
				{hint}
			</p>
			<div className={layout}>
				{options.map(({ value, label, text }, at) => (
					<label key={value} className="flex break-inside-avoid items-start gap-3 py-1.5">
						<input
							{...{ type, name, value }}
							{...(at === 0 && faulty(error))}
							defaultChecked={ticked.includes(value)}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						<span className="min-w-0 [overflow-wrap:anywhere]">
							{label}
							{text ? <span className="block text-sm text-muted">{text}</span> : null}
						</span>
					</label>
				))}
			</div>
			<p id={`${id}-error`} className="field-error empty:hidden">
				{error}
			</p>
		</fieldset>
	);
}
