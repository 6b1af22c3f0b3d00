import { MAX_BALLS } from "../engine/plinko";

interface Props {
	/** The last valid number. */
	balls: number;
	/** Invalid text while it is typed. */
	typed: string | undefined;
	/** The field is read-only. */
	locked: boolean;
	/** Called with each valid number. */
	onBalls(balls: number): void;
	onTyped(text: string): void;
}

/** Whether a text in the field is a number of balls that can be dropped. */
export const isBalls = (text: string): boolean => {
	const count = Number(text);
	return text !== "" && Number.isInteger(count) && count >= 1 && count <= MAX_BALLS;
};

/** The number of balls. An invalid text stays in the field, so that nobody drops a number that it does not show. */
export function BallsField({ balls, typed, locked, onBalls, onTyped }: Props) {
	return (
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
			aria-invalid={typed !== undefined && !isBalls(typed) ? true : undefined}
			aria-describedby="plinko-error"
			onChange={({ target }) => {
				onTyped(target.value);
				if (isBalls(target.value)) onBalls(Number(target.value));
			}}
			className="field text-center text-lg font-bold tabular-nums"
		/>
	);
}
