import { expect, it } from "vitest";
import { type Dot, paintExits } from "~/games/crash/screen/flight/exit-marks";
import type { FlightStyle } from "~/games/crash/screen/flight/flight-style";

it("a mark that arrives during a frame is painted with a radius above 0", () => {
	const radii: number[] = [];
	const context = new Proxy({} as CanvasRenderingContext2D, {
		get: (_target, name) =>
			name === "arc" ? (_x: number, _y: number, radius: number) => radii.push(radius) : () => ({ width: 0 }),
		set: () => true,
	});
	const mark = { multiplier: 150, name: "ana", isOwn: true, others: 0, since: 1000 };
	const dots = [{ x: 10, y: 10, mark, count: 1 }] as Dot[];
	paintExits(context, {} as FlightStyle, dots, { width: 100, now: 800, multiplierText: String });
	expect(Math.min(...radii)).toBeGreaterThan(0);
});
