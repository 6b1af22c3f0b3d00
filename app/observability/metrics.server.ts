/** Metrics for Prometheus, kept by prom-client. */

import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Log } from "./log.server";

interface Sample {
	labels?: Record<string, string>;
	value: number;
}

/** Null, undefined or an empty list: the metric has no sample. */
export type Reading = number | null | undefined | readonly Sample[];
type Read = () => Reading | Promise<Reading>;

/** The `Content-Type` of the text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Creates a registry. Each metric is registered once: prom-client throws for a name that exists. */
export function createMetrics(log: Pick<Log, "error">) {
	const registry = new Registry();
	const registers = [registry];

	return {
		registry,

		/** A counter that is incremented where the event happens. */
		counter: <Name extends string>(name: string, help: string, labelNames: Name[] = []) =>
			new Counter({ name, help, labelNames, registers }),

		histogram: <Name extends string>(
			name: string,
			help: string,
			buckets: number[],
			labelNames: Name[] = [],
		) => new Histogram({ name, help, buckets, labelNames, registers }),

		/** A gauge whose value another module holds; read at each scrape. */
		readGauge: (name: string, help: string, read: Read, labelNames: string[] = []) =>
			void new Gauge({ ...{ name, help, labelNames, registers }, collect: collector(read) }),

		/** A counter whose value another module holds; read at each scrape. */
		readCounter: (name: string, help: string, read: Read, labelNames: string[] = []) =>
			void new Counter({ ...{ name, help, labelNames, registers }, collect: collector(read) }),

		/** All metrics in Prometheus text format. A metric whose `read` fails is logged as `metric-unread` and left out. */
		async text(): Promise<string> {
			const parts = await Promise.all(
				registry.getMetricsAsArray().map(({ name }) =>
					registry.getSingleMetricAsString(name).catch((error: unknown) => {
						log.error({ event: "metric-unread", metric: name, err: error });
						return [];
					}),
				),
			);
			return `${parts.flat().join("\n")}\n`;
		},
	};
}

export type Metrics = ReturnType<typeof createMetrics>;

declare module "~/lib/site" {
	interface Site {
		metrics: Metrics;
	}
}

const collector = (read: Read) =>
	async function collect(this: Counter | Gauge) {
		const reading = await read();
		const samples = typeof reading === "number" ? [{ value: reading }] : (reading ?? []);
		this.reset();
		// `reset` leaves a sample of 0 for a metric without labels.
		this.remove({});
		for (const { labels = {}, value } of samples) this.inc(labels, value);
	};
