import { Minus, Plus } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";

interface Props {
	/** Also the field's id. */
	name: "stake" | "target";
	label: string;
	lessLabel: string;
	moreLabel: string;
	/** As the field has it: a plain number with a point. */
	value: string;
	/** What the buttons would make of it; undefined where they lead nowhere. */
	less: string | undefined;
	more: string | undefined;
	min: number;
	max?: number;
	step: number;
	locked: boolean;
	onChange(value: number): void;
	/** In the label's place. */
	children?: ReactNode;
}

/**
 * A number with a button on each side. Without scripts the buttons ask for the same page with another
 * number, a GET of the form.
 */
export function Stepper(props: Props) {
	const { name, label, lessLabel, moreLabel, value, less, more, locked, onChange, children } = props;
	const button = (next: string | undefined, says: string, icon: ReactNode) => (
		<button
			type="submit"
			formMethod="get"
			formNoValidate
			name={name === "stake" ? "setStake" : "setTarget"}
			value={next ?? value}
			disabled={locked || next === undefined}
			onClick={(event: MouseEvent) => {
				event.preventDefault();
				onChange(Number(next));
			}}
			className="button button-icon"
			aria-label={says}
		>
			{icon}
		</button>
	);
	return (
		<div className="grid gap-2">
			{children ?? (
				<label htmlFor={name} className="font-semibold">
					{label}
				</label>
			)}
			<div className="flex gap-2">
				{button(less, lessLabel, <Minus aria-hidden="true" className="size-5" />)}
				<NumberField {...props} />
				{button(more, moreLabel, <Plus aria-hidden="true" className="size-5" />)}
			</div>
		</div>
	);
}

/** What is typed stands as it is until it is on offer, and gives way when the field is left. */
function NumberField({ name, label, value, min, max, step, locked, onChange, children }: Props) {
	const [typed, setTyped] = useState<string>();
	const type = (field: HTMLInputElement) => {
		setTyped(field.value);
		if (field.validity.valid) onChange(field.valueAsNumber);
	};
	return (
		<input
			id={name}
			name={name}
			type="number"
			inputMode={step < 1 ? "decimal" : "numeric"}
			min={min}
			max={max}
			step={step}
			required
			aria-label={children ? label : undefined}
			value={typed ?? value}
			readOnly={locked}
			onChange={(event) => type(event.target)}
			onBlur={() => setTyped(undefined)}
			className="field text-center text-lg font-bold tabular-nums read-only:text-muted"
		/>
	);
}
