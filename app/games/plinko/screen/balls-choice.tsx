import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BALL_PRESETS, MAX_BALLS } from "../plinko";

interface Props {
	balls: number;
	/** The most that can be paid. */
	most: number;
	locked: boolean;
	/** Invalid text, which stays in the field, so that nobody drops a number that it does not show. */
	typed: string | undefined;
	onBalls(balls: number): void;
	onTyped(text: string): void;
}

/** Whether a text in the field is a number of balls that can be dropped. */
const isBalls = (text: string): boolean => {
	const count = Number(text);
	return text !== "" && Number.isInteger(count) && count >= 1 && count <= MAX_BALLS;
};

/**
 * The field of the balls, with buttons for one more, one fewer and the usual numbers. Without scripts the buttons reload the
 * page with the other number, which they send as `setBalls`.
 */
export function BallsChoice({ balls, most, locked, typed, onBalls, onTyped }: Props) {
	const { t } = useTranslation();
	const choose = (count: number, label: string, disabled: boolean, icon?: ReactNode) => (
		<button
			key={label}
			type="submit"
			formMethod="get"
			formNoValidate
			name="setBalls"
			value={count}
			disabled={locked || disabled}
			onClick={(event) => {
				event.preventDefault();
				onBalls(count);
			}}
			className={`button px-0 ${icon ? "button-icon" : "min-w-0 grow basis-10"} ${!icon && count === balls ? "button-chosen" : ""}`}
			aria-label={label}
			aria-pressed={icon ? undefined : count === balls}
		>
			{icon ?? count}
		</button>
	);
	const minus = <Minus aria-hidden="true" className="size-5" />;
	const plus = <Plus aria-hidden="true" className="size-5" />;
	return (
		<div className="grid gap-2">
			<label htmlFor="balls" className="-mb-1 font-semibold">
				{t("plinko.balls")}
			</label>
			<div className="flex gap-2">
				{choose(Math.max(1, balls - 1), t("plinko.fewer"), balls <= 1, minus)}
				<input
					id="balls"
					name="balls"
					type="number"
					inputMode="numeric"
					min={1}
					max={MAX_BALLS}
					required
					value={typed ?? balls}
					readOnly={locked}
					aria-invalid={typed === undefined ? undefined : true}
					aria-describedby="plinko-error"
					onChange={({ target: { value } }) => (isBalls(value) ? onBalls(Number(value)) : onTyped(value))}
					className="field text-center text-lg font-bold tabular-nums"
				/>
				{choose(Math.min(MAX_BALLS, balls + 1), t("plinko.more"), balls >= most, plus)}
			</div>
			<div className="flex gap-2">
				{BALL_PRESETS.map((count) => choose(count, t("plinko.quick", { count }), count > most))}
			</div>
		</div>
	);
}
