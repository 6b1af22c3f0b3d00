import type { Bus } from "db/engine";
import { guarded } from "~/lib/guarded";

/**
 * Returns a function that calls `run` in this process and in the other processes of the site. Other processes may miss a call.
 * So `run` must only start earlier what they would do later anyway, or publish to streams, which end when a process may have
 * missed messages.
 * @param name the channel of the bus.
 * @param run its arguments must be JSON.
 */
export function inAllProcesses<Arguments extends readonly unknown[]>(
	bus: Bus,
	name: string,
	run: (...values: Arguments) => void,
): (...values: Arguments) => void {
	bus.subscribe(
		name,
		guarded((values: unknown) => run(...(values as Arguments))),
	);
	return (...values) => {
		run(...values);
		// A caller such as `forEach` passes more, which the other processes do not need.
		bus.publish(name, values.slice(0, run.length));
	};
}
