/**
 * Keeps the last event of each name that arrives while the data of a page are being loaded. The server may have read these before the
 * event and answer after it, and no other event follows until the next change.
 */
export function createLateStates() {
	const late = new Map<string, unknown>();
	let isLoading = false;
	return {
		received(event: string, data: unknown) {
			if (isLoading) late.set(event, data);
		},
		/** @returns the events to handle again: once the loaded data are shown. */
		setLoading(next: boolean): [event: string, data: unknown][] {
			isLoading = next;
			const events = isLoading ? [] : [...late];
			if (!isLoading) late.clear();
			return events;
		},
	};
}
