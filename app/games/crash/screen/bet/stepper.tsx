import { Minus, Plus } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";

interface Props {
	/** Also the field's id. */
	name: "stake" | "target";
	label: string;
	lessLabel: string;
	moreLabel: string;
	/** The text in the field. */
	value: string;
	/** The values that the buttons set; undefined disables the button. */
	less: string | undefined;
	more: string | undefined;
	/** Of whole numbers; they have no effect on a field with `parse`. */
	min?: number;
	max?: number;
	step?: number;
	/** Reads a number with decimals; undefined for an invalid text. */
	parse?(text: string): number | undefined;
	/** The field is read-only and the buttons are disabled. */
	locked: boolean;
	/** The value has no effect until it is changed. */
	isOff?: boolean;
	/** Called with each valid number. */
	onChange(value: number): void;
	/** Replaces the visible label. */
	children?: ReactNode;
}

/**
 * A number field with a button on each side. Without scripts the buttons reload the page with the other number, which
 * they send as `setStake` or `setTarget`.
 */
export function Stepper(props: Props) {
	const { name, label, lessLabel, moreLabel, value, less, more, locked, onChange, children } = props;
	const button = (next: string | undefined, buttonLabel: string, icon: ReactNode) => (
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
			aria-label={buttonLabel}
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

/** Keeps invalid text while it is typed, and shows the maximum or the last valid value when the field is left. */
function NumberField({
	name,
	label,
	value,
	min,
	max,
	step,
	locked,
	parse,
	isOff = false,
	onChange,
	children,
}: Props) {
	const [typed, setTyped] = useState<string>();
	const type = (field: HTMLInputElement) => {
		setTyped(field.value);
		const number = parse ? parse(field.value) : field.validity.valid ? field.valueAsNumber : undefined;
		if (number !== undefined) onChange(number);
	};
	return (
		<input
			id={name}
			name={name}
			// A number field has the decimal separator of the browser, not that of the page.
			type={parse ? "text" : "number"}
			inputMode={parse ? "decimal" : "numeric"}
			pattern={parse && "\\d{1,4}([.,]\\d{1,2})?"}
			min={min}
			max={max}
			step={step}
			required
			autoComplete="off"
			aria-label={children ? label : undefined}
			value={typed ?? value}
			readOnly={locked}
			onChange={(event) => type(event.target)}
			onBlur={({ target: field }) => {
				setTyped(undefined);
				if (field.validity.rangeOverflow && max !== undefined) onChange(max);
			}}
			className={`field text-center text-lg font-bold tabular-nums read-only:text-muted ${isOff ? "text-muted" : ""}`}
		/>
	);
}
