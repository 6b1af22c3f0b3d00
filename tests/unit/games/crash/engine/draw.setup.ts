/** It imports nothing of the site, because the mock is made while that is imported. */
import { vi } from "vitest";

/** The draw of live rounds in a file that mocks it: see {@link mockedDraw}. */
export const draw = {
	/** Of the rounds drawn from now on; undefined for that of the chain. */
	crashPoint: undefined as number | undefined,
	drawn: new Map<string, number>(),
};

/** The module `live-draw`, for `vi.mock`, with crash points that the test chooses. */
export async function mockedDraw() {
	const real = await vi.importActual<typeof import("~/games/crash/engine/live-draw")>(
		"~/games/crash/engine/live-draw",
	);
	return {
		...real,
		liveCrashPoint(hash: string, salt: string) {
			const point = draw.drawn.get(hash) ?? draw.crashPoint ?? real.liveCrashPoint(hash, salt);
			draw.drawn.set(hash, point);
			return point;
		},
	};
}
