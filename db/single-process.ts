import type { Cluster } from "./engine";

/** The cluster of a database that one process serves. The process leads, and messages have no recipient. */
export function singleProcessCluster(leave: () => void): Cluster {
	return {
		id: String(process.pid),
		isShared: false,
		bus: { publish() {}, subscribe() {}, onChange() {} },
		epoch: () => 0,
		isCurrent: () => true,
		becomeCandidate: (lead) => lead(),
		async withdraw() {},
		clockAheadMs: () => 0,
		async runExclusively(change) {
			await change();
			return true;
		},
		leave: async () => leave(),
	};
}
