import { expect, it } from "vitest";
import { CRASHED_MS, LIVE_WAITING_MS, SOLO_WAITING_MS } from "~/games/crash/engine/crash";
import { Blast } from "~/games/crash/screen/flight/blast";
import type { FlightStyle } from "~/games/crash/screen/flight/flight-style";

const style = {
	flames: ["#fa0", "#ff0"],
	debris: ["#ccc"],
	smoke: "#888",
	line: "#fff",
} as unknown as FlightStyle;

/** Number of shapes that are drawn at an age in ms. */
function shapesAt(age: number): number {
	let shapes = 0;
	const context = new Proxy(
		{},
		{
			get: (_, name) => () => {
				if (name === "fill" || name === "stroke") shapes += 1;
				return { addColorStop() {} };
			},
			set: () => true,
		},
	);
	new Blast("round").paint(context as CanvasRenderingContext2D, style, { x: 0, y: 0, scale: 1, age });
	return shapes;
}

it("a round waits 20 s in solo and 10 s in live Crash, and pauses 5 s after the crash", () => {
	expect([SOLO_WAITING_MS, LIVE_WAITING_MS, CRASHED_MS]).toEqual([20_000, 10_000, 5000]);
});

it("an explosion is drawn for 5 s after the crash and has ended when the next round starts", () => {
	const shapes = [0, 1000, CRASHED_MS - 500, CRASHED_MS].map(shapesAt);
	expect(shapes[0]).toBeGreaterThan(shapes[1] ?? 0);
	expect(shapes[2]).toBeGreaterThan(0);
	expect(shapes[3]).toBe(0);
});
