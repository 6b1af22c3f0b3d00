import type { ReactNode } from "react";
import "./line-plot.css";

interface Props {
	/** SVG paths from the server; `levels` are listed from the top, evenly spaced. */
	chart: { width: number; height: number; line: string; area: string; levels: readonly number[] };
	label: string;
	/** Formats the number of a level. */
	format(level: number): string;
	/** SVG elements below the line. */
	marks?: ReactNode;
	/** Labels of the horizontal axis, from left to right. */
	children: ReactNode;
}

/** A line chart with a filled area, horizontal grid lines and their labels at the left. */
export function LinePlot({ chart, label, format, marks, children }: Props) {
	const { width, height, line, area, levels } = chart;
	const between = levels.length - 1;
	return (
		<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 pt-2 text-xs text-muted tabular-nums">
			<div aria-hidden="true" className="flex flex-col justify-between text-right">
				{levels.map((level) => (
					<span key={level} className="flex h-0 items-center justify-end">
						{format(level)}
					</span>
				))}
			</div>
			<svg
				className="line-plot"
				viewBox={`0 0 ${width} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={label}
			>
				{levels.map((level, at) => (
					<line
						key={level}
						className="line-plot__grid"
						x1="0"
						x2={width}
						y1={(height * at) / between}
						y2={(height * at) / between}
					/>
				))}
				<path className="line-plot__area" d={area} />
				{marks}
				<path className="line-plot__line" d={line} />
			</svg>
			<div aria-hidden="true" className="col-start-2 flex justify-between gap-2">
				{children}
			</div>
		</div>
	);
}
