export const PART_NAMES = [
	...(["streams", "throughput", "one-viewer", "leader-kill", "frozen"] as const),
	...(["partition", "node-kill", "server-kill", "disk-full"] as const),
] as const;

export type Part = (typeof PART_NAMES)[number];
