import { afterEach, beforeEach, vi } from "vitest";
import * as liveDraw from "~/games/crash/engine/live-draw";

/** The draw of live rounds in a file that calls {@link chooseDraws}. */
export const draw = {
	/** Of the rounds drawn from now on; undefined for that of the chain. */
	crashPoint: undefined as number | undefined,
	drawn: new Map<string, number>(),
};

/** Replaces the draw of live rounds in each test of the file. */
export function chooseDraws(): void {
	beforeEach(() => {
		const real = liveDraw.liveCrashPoint;
		Object.assign(draw, { crashPoint: undefined, drawn: new Map() });
		vi.spyOn(liveDraw, "liveCrashPoint").mockImplementation((hash, salt) => {
			const point = draw.drawn.get(hash) ?? draw.crashPoint ?? real(hash, salt);
			draw.drawn.set(hash, point);
			return point;
		});
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
}
