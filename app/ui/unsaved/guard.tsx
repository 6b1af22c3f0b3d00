import { type ComponentType, useSyncExternalStore } from "react";

let guard: ComponentType | undefined;
const listeners = new Set<() => void>();

/**
 * Sets what {@link Guard} renders. The router supports a single blocker, so that forms share one in the frame of the
 * site; its code comes with the pages that have such forms, and is there as soon as they are.
 */
export function setGuard(component: ComponentType | undefined): void {
	guard = component;
	for (const listener of listeners) listener();
}

/** Renders the component of {@link setGuard}, if any. */
export function Guard() {
	const Current = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		() => guard,
		() => undefined,
	);
	return Current ? <Current /> : null;
}
