import { describe, expect, it } from "vitest";
import { LIVE_RTP } from "~/games/crash/engine/live-draw";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { drawRtpChart, rtpRows } from "~/games/crash/screen/rtp-chart.server";

const points = (line: string) =>
	line
		.slice(1)
		.split("L")
		.map((point) => point.split(/[ ,]/).map(Number) as [number, number]);

describe("the RTP chart", () => {
	it("stays inside its axes and runs from left to right", () => {
		const chart = drawRtpChart(SOLO_DRAWS.table);
		const line = points(chart.line);
		expect(line.length).toBeGreaterThan(100);
		for (const [x, y] of line) {
			expect(x).toBeGreaterThanOrEqual(chart.left);
			expect(x).toBeLessThanOrEqual(chart.right);
			expect(y).toBeGreaterThan(0);
			expect(y).toBeLessThanOrEqual(chart.floor);
		}
		line.slice(1).forEach(([x], at) => {
			expect(x).toBeGreaterThanOrEqual(line[at]?.[0] ?? 0);
		});
	});

	it("shows the table's best targets above the stated RTP and its worst far below", () => {
		const { line, statedY, left, right, floor } = drawRtpChart(SOLO_DRAWS.table);
		const heights = points(line).map(([, y]) => y);
		expect(Math.min(...heights)).toBeLessThan(statedY - 10);
		expect(heights.at(-1)).toBeCloseTo(floor, 0);
		expect(left).toBeLessThan(right);
	});

	it("is a horizontal line for the even draw", () => {
		const { line, statedY } = drawRtpChart(SOLO_DRAWS.even);
		for (const [, y] of points(line)) expect(y).toBeCloseTo(statedY, 0);
	});
});

it("the RTP table has the same values as the chart", () => {
	const rows = rtpRows(SOLO_DRAWS.table);
	const best = rows.reduce((one, other) => (other.rtp > one.rtp ? other : one));
	expect(best).toMatchObject({ target: 192 });
	expect(best.rtp).toBeCloseTo(1.102, 3);
	for (const { rtp } of rtpRows(SOLO_DRAWS.even)) expect(rtp).toBeCloseTo(LIVE_RTP);
});
