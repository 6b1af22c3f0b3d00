import { useTranslation } from "react-i18next";

interface Stakes {
	/** The chosen one. */
	stake: number;
	/** Of the player's last bet. */
	last: number | undefined;
	/** The highest stake that balance, maximum bet and daily loss limit allow. */
	limit: number;
	/** Ascending; a number stands for all its multiples. */
	offered: readonly number[] | number;
}

const KINDS = ["half", "double", "max", "repeat"] as const;
const SYMBOLS = { half: "½", double: "×2" };

const highest = (offered: Stakes["offered"], limit: number): number =>
	typeof offered === "number"
		? Math.floor(limit / offered) * offered
		: (offered.findLast((stake) => stake <= limit) ?? 0);
const above = (offered: Stakes["offered"], stake: number): number =>
	typeof offered === "number" ? stake + offered : (offered.find((other) => other > stake) ?? stake);

/**
 * The stakes that the quick buttons choose, undefined where nothing would change. If half or double is not on offer, it is
 * the next lower stake on offer, but at least one step from the chosen one.
 */
export function quickStakes({ stake, last = 0, limit, offered }: Stakes) {
	const max = highest(offered, limit);
	const half = Math.max(above(offered, 0), highest(offered, stake / 2));
	const double = Math.min(max, Math.max(highest(offered, 2 * stake), above(offered, stake)));
	return {
		half: half < stake && half > 0 ? half : undefined,
		double: double > stake ? double : undefined,
		max: max !== stake && max > 0 ? max : undefined,
		repeat: last !== stake && last > 0 && last <= max ? last : undefined,
	};
}

interface Props extends Stakes {
	locked: boolean;
	onStake(stake: number): void;
}

/** Buttons that choose half, double, the highest or the last stake. Only with scripts; they play nothing. */
export function QuickStakes({ locked, onStake, ...stakes }: Props) {
	const { t } = useTranslation();
	const quick = quickStakes(stakes);
	return (
		<fieldset
			aria-label={t("games.quickStakes")}
			className="needs-scripts grid auto-cols-fr grid-flow-col gap-2"
		>
			{KINDS.map((kind) => {
				const points = locked ? undefined : quick[kind];
				const text = kind === "max" || kind === "repeat" ? t(`games.quick.${kind}`) : SYMBOLS[kind];
				return (
					<button
						key={kind}
						type="button"
						// aria-disabled instead of disabled keeps the keyboard focus.
						aria-disabled={points === undefined || undefined}
						aria-label={points === undefined ? text : `${text}: ${t("games.quickStake", { points })}`}
						onClick={() => points !== undefined && onStake(points)}
						className="button min-w-0 px-0 text-sm"
					>
						{text}
					</button>
				);
			})}
		</fieldset>
	);
}
