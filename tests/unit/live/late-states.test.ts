import fc from "fast-check";
import { expect, it } from "vitest";
import { createLateStates } from "~/live/late-states";
import { propertySeed, sized } from "../../support/test-size";

/** What a page shows of a state of the server: its loaded data, then each event. */
function openPage(loaded: number) {
	const late = createLateStates();
	let shown = loaded;
	return {
		shown: () => shown,
		receive(state: number) {
			late.received("changed", state);
			shown = state;
		},
		beginLoad: () => expect(late.setLoading(true)).toEqual([]),
		endLoad(state: number) {
			shown = state;
			for (const [, data] of late.setLoading(false)) shown = data as number;
		},
	};
}

it("data that were read before an event and arrive after it do not undo it", () => {
	const page = openPage(1);
	page.beginLoad();
	page.receive(2);
	page.endLoad(1);
	expect(page.shown()).toBe(2);
	page.beginLoad();
	page.endLoad(3);
	expect(page.shown(), "an event before the load").toBe(3);
});

it("a page shows the last state when all events and data have arrived", () => {
	const step = fc.constantFrom("change", "deliver", "begin", "read", "end");
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
			let state = 0;
			const underWay: number[] = [];
			/** What the load has read; null before that. */
			let load: { read: number | null } | undefined;
			const page = openPage(state);
			const run = {
				change: () => underWay.push(++state),
				deliver() {
					const next = underWay.shift();
					if (next !== undefined) page.receive(next);
				},
				begin() {
					if (load) return;
					load = { read: null };
					page.beginLoad();
				},
				read() {
					if (load) load.read ??= state;
				},
				end() {
					if (load?.read == null) return;
					page.endLoad(load.read);
					load = undefined;
				},
			};
			for (const next of [...steps, "read", "end"] as const) run[next]();
			while (underWay.length > 0) run.deliver();
			expect(page.shown()).toBe(state);
		}),
		{ numRuns: sized(300, 5000), seed: propertySeed(20260304) },
	);
});
