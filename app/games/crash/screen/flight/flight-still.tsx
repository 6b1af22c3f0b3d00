import { memo } from "react";
import { START } from "../../engine/curve";
import type { RoundView } from "../../engine/view";
import type { ExitMark } from "./exit-marks";
import { curveTo, PLOT, placeOnCurve, rocketAt, viewAt } from "./flight-geometry";
import { ROCKET } from "./rocket";

/** Approximate width-to-height ratio of the stage, because a still picture does not know its size. */
const ASPECT = 1.6;
const part = (value: number): string => `${(value * 100).toFixed(2)}%`;
const degrees = (radians: number): string => ((radians * 180) / Math.PI).toFixed(1);

/**
 * A still picture of the flight, shown before scripts run, without them, and under reduced motion.
 * @param multiplier hundredths; 100 puts the rocket on the ground. @param marks the cash-outs up to it are shown.
 */
export const FlightStill = memo(function FlightStill({
	phase,
	multiplier,
	marks = [],
}: Pick<RoundView, "phase" | "multiplier"> & { marks?: readonly ExitMark[] | undefined }) {
	const view = viewAt(multiplier);
	const rocket = rocketAt(view, multiplier, ASPECT);
	const points = curveTo(view, multiplier).map(
		({ x, y }) => `${(x * 100).toFixed(2)} ${(y * 100).toFixed(2)}`,
	);
	const line = `M${points.join("L")}`;
	const area = `${line}V${PLOT.bottom * 100}H${PLOT.left * 100}z`;
	return (
		<svg
			className={phase === "crashed" ? "flight-still flight-still--lost" : "flight-still"}
			width="100%"
			height="100%"
			aria-hidden="true"
		>
			<line className="flight-still__axis" x1="0" x2="100%" y1={part(PLOT.bottom)} y2={part(PLOT.bottom)} />
			{multiplier > START ? (
				<svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
					<path className="flight-still__area" d={area} />
					<path className="flight-still__line" d={line} vectorEffect="non-scaling-stroke" />
				</svg>
			) : null}
			{marks.map((mark) => {
				if (multiplier === START || mark.multiplier > multiplier) return null;
				const { x, y } = placeOnCurve(view, multiplier, mark.multiplier);
				return (
					<circle
						key={mark.id}
						className={mark.isOwn ? "flight-still__exit flight-still__exit--own" : "flight-still__exit"}
						cx={part(x)}
						cy={part(y)}
						r={mark.isOwn ? 8 : 5}
					/>
				);
			})}
			<svg x={part(rocket.x)} y={part(rocket.y)} overflow="visible" aria-hidden="true">
				{phase === "crashed" ? (
					<path className="flight-still__blast" d={BLAST} />
				) : (
					<g transform={`rotate(${degrees(rocket.angle)})`}>
						{phase === "flying" ? <path className="flight-still__flame" d="M-30-9-70 0-30 9z" /> : null}
						{ROCKET.map((piece) => (
							<path key={piece.path} fill={`var(--flight-${piece.part})`} d={piece.path} />
						))}
					</g>
				)}
			</svg>
		</svg>
	);
});

/** A star of flames. */
const BLAST = star(14, 46, 20);

function star(rays: number, outer: number, inner: number): string {
	const corners = Array.from({ length: 2 * rays }, (_, at) => {
		const radius = at % 2 === 0 ? outer : inner;
		const angle = (Math.PI * at) / rays;
		return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
	});
	return `M${corners.join("L")}z`;
}
